import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import './assets/chargers/live-frames.js';

/** The signals of the requested streams, oldest first. @type {AbortSignal[]} */
let signals;
/** @type {any} */
let frames;

beforeEach(() => {
  const browser = /** @type {any} */ (globalThis);
  browser.window = new EventTarget();
  browser.document = Object.assign(new EventTarget(), { hidden: false });
  signals = [];
  mock.method(globalThis, 'fetch', async (/** @type {string} */ _address, /** @type {any} */ { signal }) => {
    signals.push(signal);
    const body = new ReadableStream({
      start(control) {
        control.enqueue(new TextEncoder().encode('event:on\ndata:{"until":null}\n\n'));
        signal.addEventListener('abort', () => control.error(signal.reason));
      },
    });
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
  });
  frames = new /** @type {any} */ (customElements.get('live-frames'))();
  Object.assign(frames, { update: () => {}, chargeBoxId: 'CP-1' });
  frames.connectedCallback();
});

afterEach(() => {
  frames.disconnectedCallback();
  mock.reset();
});

async function settle() {
  for (let i = 0; i < 20; i++) {
    await new Promise(setImmediate);
  }
}

async function press() {
  frames.render().values.find((/** @type {unknown} */ value) => typeof value === 'function')();
  await settle();
}

/** @param {boolean} hidden */
async function hide(hidden) {
  /** @type {any} */ (document).hidden = hidden;
  document.dispatchEvent(new Event('visibilitychange'));
  await settle();
}

test('a page that gets hidden closes the stream of frames, and does not open it by itself', async () => {
  await press();
  assert.equal(frames.state, 'open');
  await hide(true);
  assert.ok(signals[0].aborted);
  assert.equal(frames.state, 'closed');
  assert.equal(frames.failure, undefined);
  await hide(false);
  assert.equal(signals.length, 1);
  await press();
  assert.equal(frames.state, 'open');
});

test('a removed element closes its stream', async () => {
  await press();
  frames.disconnectedCallback();
  assert.ok(signals[0].aborted);
});
