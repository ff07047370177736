import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { Live } from './assets/api/live.js';

/** Streams that were opened, oldest first. @type {FakeSource[]} */
let sources;
/** @type {Live} */
let live;
/** @type {boolean[]} */
let connected;
/** @type {string[]} */
let received;

class FakeSource extends EventTarget {
  static OPEN = 1;
  static CLOSED = 2;

  /** @param {string} address */
  constructor(address) {
    super();
    this.address = address;
    this.readyState = 0;
    /** @type {any} */
    this.onopen = undefined;
    /** @type {any} */
    this.onerror = undefined;
    sources.push(this);
  }

  close() {
    this.readyState = FakeSource.CLOSED;
  }

  open() {
    this.readyState = 1;
    this.onopen();
  }

  refuse() {
    this.readyState = FakeSource.CLOSED;
    this.onerror();
  }
}

/** A browser's locks, for one tab. */
function locks() {
  let last = Promise.resolve();
  return {
    request: (/** @type {string} */ _name, /** @type {{signal: AbortSignal}} */ { signal }, /** @type {() => Promise<void>} */ act) => {
      const turn = last.then(() => signal.throwIfAborted()).then(act);
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}

beforeEach(() => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] });
  sources = [];
  connected = [];
  received = [];
  const browser = /** @type {any} */ (globalThis);
  browser.window = new EventTarget();
  browser.document = Object.assign(new EventTarget(), { hidden: false });
  browser.EventSource = FakeSource;
  Object.defineProperty(globalThis, 'navigator', { value: { locks: locks() }, configurable: true });
  mock.method(globalThis, 'fetch', async () => new Response('{}', { headers: { 'Content-Type': 'application/json' } }));
  live = new Live('live');
  live.addEventListener('connected', () => connected.push(live.connected));
  for (const kind of ['anew', 'refused', 'changed', 'event']) {
    live.addEventListener(kind, () => received.push(kind));
  }
});

afterEach(() => {
  live.close();
  mock.timers.reset();
  mock.reset();
});

/** Waits until pending promises and channel messages are processed. */
async function settle() {
  for (let i = 0; i < 20; i++) {
    await new Promise(setImmediate);
  }
}

test('a tab that takes over the stream reloads everything; after a reconnect it reloads only what the stream does not repeat', async () => {
  await settle();
  sources[0].open();
  assert.deepEqual(received, ['anew']);
  sources[0].onerror();
  sources[0].open();
  assert.deepEqual(connected, [true, false, true]);
  assert.deepEqual(received, ['anew', 'refused', 'changed']);
});

test('the data is marked as old if the stream needs more than 2 s to open', async () => {
  await settle();
  mock.timers.tick(1_999);
  assert.deepEqual(connected, []);
  mock.timers.tick(1);
  assert.deepEqual(connected, [false]);
  sources[0].open();
  assert.deepEqual(connected, [false, true]);
});

test('the data is marked as old if an open stream is silent, and later another stream is opened', async () => {
  await settle();
  sources[0].open();
  mock.timers.tick(1_500);
  sources[0].dispatchEvent(new Event('heartbeat'));
  mock.timers.tick(1_500);
  assert.deepEqual(connected, [true]);
  mock.timers.tick(500);
  assert.deepEqual(connected, [true, false]);
  sources[0].dispatchEvent(new Event('heartbeat'));
  assert.deepEqual(connected, [true, false, true]);
  mock.timers.tick(9_000);
  await settle();
  assert.equal(sources[0].readyState, FakeSource.CLOSED);
  assert.equal(sources.length, 2);
  sources[1].open();
  assert.deepEqual(received, ['anew', 'anew']);
});

test('operators have a stream of their own', async () => {
  live.close();
  live = new Live('admin');
  await settle();
  assert.match(sources[0].address, /^\/portal\/api\/live\/events\?/);
  assert.equal(sources.at(-1)?.address, '/portal/api/admin/events');
});

test('pages are told which list changed', async () => {
  await settle();
  sources[0].open();
  /** @type {any} */
  let change;
  live.addEventListener('changed', (event) => (change = /** @type {CustomEvent} */ (event).detail));
  sources[0].dispatchEvent(new MessageEvent('list.changed', { data: '{"list":"keys"}' }));
  assert.deepEqual(change, { list: 'keys' });
});

test('a refused stream is opened again after 5 s', async () => {
  await settle();
  sources[0].refuse();
  await settle();
  assert.equal(sources.length, 1);
  mock.timers.tick(5_000);
  await settle();
  assert.equal(sources.length, 2);
});

test('a closed stream stays closed', async () => {
  await settle();
  sources[0].refuse();
  live.close();
  await settle();
  mock.timers.tick(60_000);
  await settle();
  assert.equal(sources.length, 1);
});

test('a hidden tab has no stream', async () => {
  await settle();
  sources[0].open();
  /** @type {any} */ (document).hidden = true;
  document.dispatchEvent(new Event('visibilitychange'));
  await settle();
  assert.equal(sources[0].readyState, FakeSource.CLOSED);
  /** @type {any} */ (document).hidden = false;
  document.dispatchEvent(new Event('visibilitychange'));
  await settle();
  sources[1].open();
  assert.deepEqual(received, ['anew', 'anew']);
});

test('a browser that lost its network opens another stream', async () => {
  await settle();
  sources[0].open();
  window.dispatchEvent(new Event('offline'));
  await settle();
  assert.equal(sources[0].readyState, FakeSource.CLOSED);
  assert.equal(sources.length, 2);
});
