import { afterEach, beforeEach, mock } from 'node:test';

/** What pages and elements need to run without a browser: a document, time that tests pass, and the API's answers. */

export const BEGIN = Date.parse('2026-01-31T09:00:00Z');

/** The paths that were read. @type {string[]} */
export const paths = [];

beforeEach(() => {
  const browser = /** @type {any} */ (globalThis);
  browser.document = Object.assign(new EventTarget(), { hidden: false });
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: BEGIN });
  mock.method(performance, 'now', Date.now.bind(Date));
  paths.length = 0;
});

afterEach(() => {
  mock.timers.reset();
  mock.reset();
});

/**
 * Answers all calls.
 *
 * @param {(path: string, request: RequestInit) => any} answer the content, or a whole response
 */
export function server(answer) {
  mock.method(globalThis, 'fetch', async (/** @type {string} */ path, /** @type {RequestInit} */ request) => {
    paths.push(path);
    const content = await answer(path, request);
    return content instanceof Response
      ? content
      : new Response(JSON.stringify(content), { headers: { 'Content-Type': 'application/json' } });
  });
}

/** A response that is a problem. @param {number} status @param {string} kind @param {string} detail */
export function problemOf(status, kind, detail) {
  const body = JSON.stringify({ type: `/problems/${kind}`, title: kind, status, detail });
  return new Response(body, { status, headers: { 'Content-Type': 'application/problem+json' } });
}

/** @param {string} tag @param {Record<string, any>} state @returns {any} */
export function opened(tag, state) {
  const page = new /** @type {any} */ (customElements.get(tag))();
  Object.assign(page, { update: () => {}, live: Object.assign(new EventTarget(), { lastEventAt: -Infinity }), ...state });
  Object.defineProperty(page, 'isConnected', { value: true });
  page.connectedCallback();
  return page;
}

/** @param {number} ms @param {number} step */
export async function pass(ms, step = 50) {
  for (let i = 0; i < ms; i += step) {
    mock.timers.tick(step);
    for (let turn = 0; turn < 10; turn++) {
      await new Promise(setImmediate);
    }
  }
}

/** What a template binds to a name, in order. @param {any} part @param {string} name @returns {any[]} */
export function bound(part, name) {
  return (Array.isArray(part) ? part : part?.values ?? []).flatMap((/** @type {any} */ value, /** @type {number} */ i) =>
    part.strings?.[i].endsWith(name) ? [value] : bound(value, name));
}
