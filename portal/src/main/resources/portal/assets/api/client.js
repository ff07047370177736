/**
 * All calls to the API. Paths are those of the public API without `/api/v1`; the browser adds the session's cookie.
 *
 * @typedef {'live' | 'test'} Mode
 * @typedef {{field: string, message: string}} Fault
 */

/** The event on `window` when the session has ended. */
export const SIGNED_OUT = 'plugstream-signed-out';

const UNREACHED = 'The server cannot be reached. Check your connection.';
const STRANGE = 'The answer is not from the server. Check your connection, or sign in to the network that you use, and try again.';
const UNCERTAIN = 'The change may have been done nevertheless, so check first whether it was.';
const REPEATABLE = 'The change may have been done nevertheless. You can try it again unchanged: it is not done twice.';

/** Timeouts in ms. The API takes up to 2 s for most calls, and 10 s for a command. */
const TIMEOUT = 10_000;
const CHANGE_TIMEOUT = 30_000;
/** How long a download may be silent, in ms. It may take longer as a whole. */
const SILENT = 30_000;

const BROKEN_OFF = 'The browser is offline, or nothing arrived for 30 seconds. Check your connection and try again.';

/** A response that is a problem (RFC 9457), or no response at all. */
export class ApiError extends Error {
  /**
   * @param {number} status 0 if there was no response
   * @param {string} title
   * @param {string} detail
   * @param {Fault[]} faults
   * @param {string} kind such as `not-found`; empty if there was no response
   * @param {number} retryAfter seconds to wait before a retry; 0 if the response does not tell
   */
  constructor(status, title, detail, faults = [], kind = '', retryAfter = 0) {
    super(title);
    this.status = status;
    this.title = title;
    this.detail = detail;
    this.faults = faults;
    this.kind = kind;
    this.retryAfter = retryAfter;
  }

  /** Whether there is no response that tells what was done. */
  get isUnanswered() {
    return this.status === 0 || this.status >= 500;
  }

  /**
   * Whether the result of the request, or of an earlier one with its Idempotency-Key, is unknown. A retry with the same
   * key tells. A conflict with a time to wait means that an earlier one still runs.
   */
  get isUncertain() {
    const isRunning = this.kind === 'conflict' && this.retryAfter > 0;
    return this.isUnanswered || isRunning || this.status === 401 || this.status === 429;
  }
}

/**
 * Makes a call in a mode. The types of body and response come from the OpenAPI description.
 *
 * @template {import('plugstream-api').Method} M
 * @template {string} P
 * @param {import('plugstream-api').Known<'/api/v1', M, P, Mode>} mode
 * @param {M} method
 * @param {P} path such as `/chargers`
 * @param {import('plugstream-api').Body<'/api/v1', M, P>} [body]
 * @param {string} [idempotencyKey]
 * @returns {Promise<import('plugstream-api').Answer<'/api/v1', M, P>>}
 */
export function call(mode, method, path, body, idempotencyKey) {
  return request(method, `/portal/api/${mode}${path}`, body, idempotencyKey);
}

/**
 * Deletes something. If it does not exist any more, that is no failure: an earlier request may have deleted it, whose
 * response was lost.
 *
 * @template {string} P
 * @param {import('plugstream-api').Known<'/api/v1', 'DELETE', P, Mode>} mode
 * @param {P} path
 */
export async function remove(mode, path) {
  try {
    await call(mode, 'DELETE', path);
  } catch (failure) {
    if (!(failure instanceof ApiError && failure.kind === 'not-found')) {
      throw failure;
    }
  }
}

/**
 * Makes an operator's call.
 *
 * @template {import('plugstream-api').Method} M
 * @template {string} P
 * @param {import('plugstream-api').Known<'/admin/v1', M, P, M>} method
 * @param {P} path such as `/organisations`
 * @param {import('plugstream-api').Body<'/admin/v1', M, P>} [body]
 * @returns {Promise<import('plugstream-api').Answer<'/admin/v1', M, P>>}
 */
export function administrate(method, path, body) {
  return request(method, `/portal/api/admin${path}`, body);
}

/**
 * Reads a path as comma-separated values. A dead network causes no error, so the download ends if it is silent for too
 * long or the browser is offline.
 *
 * @param {Mode} mode
 * @param {string} path
 */
export async function csv(mode, path) {
  const download = new AbortController();
  const breakOff = () => download.abort(new ApiError(0, 'The download broke off', BROKEN_OFF));
  let timer = setTimeout(breakOff, SILENT);
  window.addEventListener('offline', breakOff);
  try {
    const { signal } = download;
    const response = await answer('GET', `/portal/api/${mode}${path}`, { accept: 'text/csv', signal });
    if (!response.ok) {
      return refuse(response, await response.text());
    }
    if (!response.body || !isOf(response, 'text/csv')) {
      throw strange();
    }
    const reader = response.body.getReader();
    const parts = [];
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(timer);
      timer = setTimeout(breakOff, SILENT);
      parts.push(part.value);
    }
    return new Blob(parts, { type: 'text/csv' });
  } catch (failure) {
    download.signal.throwIfAborted();
    throw failure instanceof ApiError ? failure : noAnswer('GET');
  } finally {
    clearTimeout(timer);
    window.removeEventListener('offline', breakOff);
  }
}

/** @type {Promise<any> | undefined} */
let description;

/** The OpenAPI description of the API, read once. */
export function apiDescription() {
  description ??= request('GET', '/openapi.json').catch((failure) => {
    description = undefined;
    throw failure;
  });
  return description;
}

/** The signed-in user; null if nobody is signed in. */
export async function session() {
  try {
    return await request('GET', '/portal/api/session');
  } catch (failure) {
    if (failure instanceof ApiError && failure.status === 401) {
      return null;
    }
    throw failure;
  }
}

/** Signs out here, and returns the address where the sign-out continues. */
export async function signOut() {
  const { continueAt } = await request('POST', '/portal/sign-out');
  return continueAt;
}

/**
 * @param {string} method
 * @param {string} address
 * @param {unknown} [body]
 * @param {string} [idempotencyKey]
 */
async function request(method, address, body, idempotencyKey) {
  const { response, text } = await wholeAnswer(method, address, body, idempotencyKey);
  if (!response.ok) {
    return refuse(response, text);
  }
  if (!text) {
    return null;
  }
  const content = contentOf(response, text);
  if (content === undefined) {
    throw strange();
  }
  return content;
}

/**
 * A complete response. One that breaks off or takes too long counts as no response.
 *
 * @param {string} method
 * @param {string} address
 * @param {unknown} body
 * @param {string} [idempotencyKey]
 */
async function wholeAnswer(method, address, body, idempotencyKey) {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), method === 'GET' ? TIMEOUT : CHANGE_TIMEOUT);
  try {
    const response = await answer(method, address, { body, idempotencyKey, signal: timeout.signal });
    return { response, text: await response.text() };
  } catch {
    throw noAnswer(method, idempotencyKey);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The JSON of a response; undefined if it has none.
 *
 * @param {Response} response
 * @param {string} text
 */
function contentOf(response, text) {
  try {
    return isOf(response, 'json') ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * @param {Response} response
 * @param {string} type part of a media type
 */
export function isOf(response, type) {
  return (response.headers.get('Content-Type') ?? '').includes(type);
}

/** The problem of a response that is not from the API. */
export function strange() {
  return new ApiError(0, 'Unexpected answer', STRANGE);
}

/**
 * @param {string} method
 * @param {string} [idempotencyKey]
 */
function noAnswer(method, idempotencyKey) {
  const change = method === 'POST' && !idempotencyKey ? UNCERTAIN : REPEATABLE;
  return new ApiError(0, 'No answer', method === 'GET' ? UNREACHED : `${UNREACHED} ${change}`);
}

/**
 * Throws the problem of an unsuccessful response.
 *
 * @param {Response} response
 * @param {string} text
 * @returns {never}
 */
export function refuse(response, text) {
  const read = contentOf(response, text);
  if (response.status === 401) {
    window.dispatchEvent(new Event(SIGNED_OUT));
  }
  throw new ApiError(
    response.status,
    read?.title ?? 'Unexpected answer',
    read?.detail ?? `The server answered with status ${response.status}.`,
    Array.isArray(read?.errors) ? read.errors : [],
    String(read?.type ?? '').replace('/problems/', ''),
    Number(response.headers.get('Retry-After')) || 0,
  );
}

/**
 * Any response of the server.
 *
 * @param {string} method
 * @param {string} address
 * @param {object} more
 * @param {unknown} [more.body]
 * @param {string} [more.idempotencyKey]
 * @param {string} [more.accept]
 * @param {string} [more.lastEventId] where a stream resumes
 * @param {AbortSignal} [more.signal]
 */
export async function answer(method, address, { body, idempotencyKey, accept, lastEventId, signal }) {
  try {
    return await fetch(address, {
      method,
      credentials: 'same-origin',
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {}),
        ...(accept ? { Accept: accept } : {}),
        ...(lastEventId ? { 'Last-Event-ID': lastEventId } : {}),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    });
  } catch {
    signal?.throwIfAborted();
    throw noAnswer(method, idempotencyKey);
  }
}
