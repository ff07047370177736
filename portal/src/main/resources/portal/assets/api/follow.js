import { answer, ApiError, isOf, refuse, strange } from './client.js';

/**
 * A block of a stream. A comment has no event, but may have an id, too.
 *
 * @typedef {{id?: string, event?: string, data?: any}} Block
 */

/**
 * Reads server-sent events until the stream ends or `signal` aborts it. Unlike an `EventSource` it does not reopen the
 * stream by itself, can resume a stream that another reader began, and throws the API's problem if the stream is refused.
 *
 * @param {string} address
 * @param {AbortSignal} signal
 * @param {string} [lastEventId] where to resume
 * @returns {AsyncGenerator<Block>}
 */
export async function* follow(address, signal, lastEventId) {
  const accept = 'text/event-stream, application/problem+json';
  const response = await answer('GET', address, { accept, lastEventId, signal });
  if (!response.ok) {
    refuse(response, await response.text());
  }
  if (!response.body || !isOf(response, 'text/event-stream')) {
    throw strange();
  }
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    while (true) {
      const { done, value } = await next(reader, signal);
      if (done) {
        return;
      }
      const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n');
      rest = blocks.pop() ?? '';
      yield* blocks.map(parsed);
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

/**
 * @param {ReadableStreamDefaultReader<Uint8Array>} reader
 * @param {AbortSignal} signal
 */
async function next(reader, signal) {
  try {
    return await reader.read();
  } catch {
    signal.throwIfAborted();
    throw new ApiError(0, 'The connection broke', 'Check your connection and try again.');
  }
}

/**
 * @param {string} block
 * @returns {Block}
 */
function parsed(block) {
  const fields = new Map(block.split('\n').map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trimStart()];
  }));
  const data = fields.get('data');
  return { id: fields.get('id'), event: fields.get('event'), data: data === undefined ? undefined : JSON.parse(data) };
}
