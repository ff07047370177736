import { answer, ApiError, refuse } from './client.js';

/**
 * Reads server-sent events until the stream ends or `signal` aborts it. Unlike an `EventSource` it does not reopen the
 * stream by itself, and it throws the API's problem if the stream is refused.
 *
 * @param {import('./client.js').Mode} mode
 * @param {string} path
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<{event: string, data: any}>}
 */
export async function* follow(mode, path, signal) {
  const accept = 'text/event-stream, application/problem+json';
  const response = await answer('GET', `/portal/api/${mode}${path}`, undefined, undefined, accept, signal);
  if (!response.ok || !response.body) {
    refuse(response, await response.text());
  }
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  while (true) {
    const { done, value } = await next(reader, signal);
    if (done) {
      return;
    }
    const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    yield* blocks.flatMap(message);
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

/** A block as a message; a comment is not a message. @param {string} block */
function message(block) {
  const fields = new Map(block.split('\n').map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trimStart()];
  }));
  const event = fields.get('event');
  return event === undefined ? [] : [{ event, data: JSON.parse(fields.get('data') ?? 'null') }];
}
