import { answer, ApiError, isOf, refuse, strange } from './client.js';

/**
 * A block of a stream. A comment has no event, but may have an id, too.
 *
 * @typedef {{id?: string, event?: string, data?: any}} Block
 */

/** How long a stream may be silent, in ms. The API sends something every 15 s. */
export const SILENT = 20_000;
const LOOK = 500;

/**
 * Reads server-sent events until the stream ends or is aborted. Unlike an `EventSource` it does not reopen the stream by
 * itself, can resume a stream that another reader began, and throws the API's problem if the stream is refused. A dead
 * network causes no error, so `follow` aborts the stream itself if it is silent for too long or the browser is offline.
 *
 * @param {string} address
 * @param {AbortController} stream
 * @param {object} [more]
 * @param {string} [more.lastEventId] where to resume
 * @param {(silence: number) => boolean} [more.isDead] whether the stream counts as dead after so many ms of silence
 * @returns {AsyncGenerator<Block>}
 */
export async function* follow(address, stream, { lastEventId, isDead = (silence) => silence > SILENT } = {}) {
  let aliveAt = Date.now();
  const breakOff = () => stream.abort(broken());
  const watch = setInterval(() => {
    if (isDead(Date.now() - aliveAt)) {
      breakOff();
    }
  }, LOOK);
  window.addEventListener('offline', breakOff);
  try {
    for await (const block of blocks(address, stream.signal, lastEventId)) {
      aliveAt = Date.now();
      yield block;
    }
  } finally {
    clearInterval(watch);
    window.removeEventListener('offline', breakOff);
  }
}

/**
 * @param {string} address
 * @param {AbortSignal} signal
 * @param {string} [lastEventId]
 * @returns {AsyncGenerator<Block>}
 */
async function* blocks(address, signal, lastEventId) {
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
      const whole = (rest + decoder.decode(value, { stream: true })).split('\n\n');
      rest = whole.pop() ?? '';
      yield* whole.map(parsed);
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
    throw broken();
  }
}

function broken() {
  return new ApiError(0, 'The connection broke', 'Check your connection and try again.');
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
