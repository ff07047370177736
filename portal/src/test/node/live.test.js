import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { Live } from './assets/api/live.js';
import { SIGNED_OUT } from './assets/api/client.js';

/** Streams that were requested, oldest first. @type {FakeStream[]} */
let streams;
/** @type {Live} */
let live;
/** @type {(boolean | undefined)[]} */
let connected;
/** @type {string[]} */
let received;

/** A stream of the server. */
class FakeStream {
  /**
   * @param {string} address
   * @param {RequestInit} request
   */
  constructor(address, { headers, signal }) {
    this.address = address;
    this.resumesAfter = /** @type {Record<string, string>} */ (headers)['Last-Event-ID'];
    this.signal = /** @type {AbortSignal} */ (signal);
    /** @type {Promise<Response>} */
    this.response = new Promise((resolve, reject) => {
      this.answer = resolve;
      this.signal.addEventListener('abort', () => reject(this.signal.reason));
    });
    streams.push(this);
  }

  get isClosed() {
    return this.signal.aborted;
  }

  /** @param {string} [id] */
  async open(id) {
    const body = new ReadableStream({
      start: (control) => {
        this.control = control;
        this.signal.addEventListener('abort', () => control.error(this.signal.reason));
      },
    });
    this.answer?.(new Response(body, { headers: { 'Content-Type': 'text/event-stream' } }));
    await this.send(`${id ? `id:${id}\n` : ''}:open`);
  }

  /** @param {string} block */
  async send(block) {
    this.control?.enqueue(new TextEncoder().encode(`${block}\n\n`));
    await settle();
  }

  /** @param {string} id of the position */
  async event(id) {
    await this.send(`id:${id}\nevent:charger.boot\ndata:{"eventId":"event-${id}"}`);
  }

  async end() {
    this.control?.close();
    await settle();
  }

  /**
   * @param {number} status
   * @param {Record<string, string>} [headers]
   * @param {object} [problem]
   */
  async refuse(status, headers, problem = {}) {
    this.answer?.(new Response(JSON.stringify(problem), {
      status,
      headers: { 'Content-Type': 'application/problem+json', ...headers },
    }));
    await settle();
  }
}

/** A browser's locks, for tabs of one browser. */
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

beforeEach(async () => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] });
  streams = [];
  connected = [];
  received = [];
  const browser = /** @type {any} */ (globalThis);
  browser.window = new EventTarget();
  browser.document = Object.assign(new EventTarget(), { hidden: false });
  Object.defineProperty(globalThis, 'navigator', { value: { locks: locks() }, configurable: true });
  mock.method(globalThis, 'fetch', (/** @type {string} */ address, /** @type {RequestInit} */ request) =>
    new FakeStream(address, request).response);
  live = new Live('live');
  live.addEventListener('connected', () => connected.push(live.connected));
  for (const kind of ['anew', 'refused', 'changed']) {
    live.addEventListener(kind, () => received.push(kind));
  }
  live.addEventListener('event', (event) => received.push(/** @type {CustomEvent} */ (event).detail.eventId));
  await settle();
  await pass(100);
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

/** @param {number} ms */
async function pass(ms) {
  mock.timers.tick(ms);
  await settle();
}

/** @param {boolean} hidden */
async function hide(hidden) {
  /** @type {any} */ (document).hidden = hidden;
  document.dispatchEvent(new Event('visibilitychange'));
  await settle();
  await pass(0);
}

test('the first stream reloads everything; a resumed one repeats events, and pages reload what it does not repeat', async () => {
  await streams[0].open('1');
  assert.deepEqual(received, ['anew']);
  await streams[0].event('2');
  await streams[0].end();
  await pass(1_000);
  assert.equal(streams[1].resumesAfter, '2');
  await streams[1].open('2');
  await streams[1].event('3');
  assert.deepEqual(connected, [true, false, true]);
  assert.deepEqual(received, ['anew', 'event-2', 'refused', 'changed', 'event-3']);
});

test('the data is marked as old if the stream needs more than 2 s to open', async () => {
  await pass(1_899);
  assert.deepEqual(connected, []);
  await pass(101);
  assert.deepEqual(connected, [false]);
  await streams[0].open();
  assert.deepEqual(connected, [false, true]);
});

test('the data is marked as old if an open stream is silent, and later another stream is opened', async () => {
  await streams[0].open('1');
  await pass(1_500);
  await streams[0].send('event:heartbeat\ndata:{}');
  await pass(1_500);
  assert.deepEqual(connected, [true]);
  await pass(500);
  assert.deepEqual(connected, [true, false]);
  await streams[0].send('event:heartbeat\ndata:{}');
  assert.deepEqual(connected, [true, false, true]);
  await pass(9_000);
  await pass(0);
  assert.ok(streams[0].isClosed);
  assert.equal(streams.length, 2);
  assert.equal(streams[1].resumesAfter, '1');
});

test('a stream that still reads missed events may be silent for longer than its heartbeats', async () => {
  await streams[0].open('1');
  await streams[0].end();
  await pass(1_000);
  await streams[1].open('1');
  await pass(15_000);
  assert.ok(!streams[1].isClosed);
  await streams[1].send('event:heartbeat\ndata:{}');
  await pass(9_000);
  assert.ok(streams[1].isClosed);
});

test('pages reload what a stream did not send while it read missed events', async () => {
  await streams[0].open('1');
  await streams[0].end();
  await pass(1_000);
  await streams[1].open('1');
  await streams[1].send('id:2\n:catching up');
  await pass(10_000);
  await streams[1].send(':heartbeat');
  assert.deepEqual(received, ['anew', 'refused', 'changed']);
  await streams[1].send('event:heartbeat\ndata:{}');
  await streams[1].send('event:heartbeat\ndata:{}');
  assert.deepEqual(received, ['anew', 'refused', 'changed', 'refused', 'changed']);
});

test('the first stream makes pages reload once', async () => {
  await streams[0].open('1');
  await streams[0].send('event:heartbeat\ndata:{}');
  assert.deepEqual(received, ['anew']);
});

test('operators have a stream of their own', async () => {
  live.close();
  live = new Live('admin');
  await settle();
  await pass(100);
  assert.match(streams[0].address, /^\/portal\/api\/live\/events\?/);
  assert.equal(streams.at(-1)?.address, '/portal/api/admin/events');
});

test('pages are told which list changed', async () => {
  await streams[0].open('1');
  /** @type {any} */
  let change;
  live.addEventListener('changed', (event) => (change = /** @type {CustomEvent} */ (event).detail));
  await streams[0].send('event:list.changed\ndata:{"list":"keys"}');
  assert.deepEqual(change, { list: 'keys' });
});

test('a refused stream is requested again after 5 s, or when the API says', async () => {
  await streams[0].refuse(503);
  await pass(4_900);
  assert.equal(streams.length, 1);
  await pass(100);
  assert.equal(streams.length, 2);
  await streams[1].refuse(429, { 'Retry-After': '40' });
  await pass(39_900);
  assert.equal(streams.length, 2);
  await pass(100);
  assert.equal(streams.length, 3);
});

test('a tab knows why the API refuses the stream, until it is open', async () => {
  await streams[0].refuse(429, {}, { detail: '20 streams are open.' });
  assert.deepEqual([live.connected, live.reason], [false, '20 streams are open.']);
  await pass(5_000);
  await streams[1].open();
  assert.deepEqual([live.connected, live.reason], [true, '']);
  await streams[1].end();
  assert.deepEqual([live.connected, live.reason], [false, '']);
});

test('an ended session ends the stream', async () => {
  let ended = 0;
  window.addEventListener(SIGNED_OUT, () => {
    ended++;
    live.close();
  });
  await streams[0].open('1');
  await streams[0].send('event:unauthorized\ndata:{}');
  await pass(60_000);
  assert.deepEqual([ended, streams.length], [1, 1]);
});

test('a closed stream stays closed', async () => {
  await streams[0].refuse(503);
  live.close();
  await pass(60_000);
  assert.equal(streams.length, 1);
});

test('a hidden tab has no stream, and resumes when it is visible again', async () => {
  await streams[0].open('1');
  await streams[0].event('2');
  await hide(true);
  assert.ok(streams[0].isClosed);
  await hide(false);
  assert.equal(streams[1].resumesAfter, '2');
  await streams[1].open('2');
  await streams[1].event('3');
  assert.deepEqual(received, ['anew', 'event-2', 'refused', 'changed', 'event-3']);
});

test('a browser that lost its network resumes', async () => {
  await streams[0].open('1');
  await streams[0].send('id:5\n:heartbeat');
  window.dispatchEvent(new Event('offline'));
  assert.equal(live.connected, false);
  await settle();
  await pass(0);
  assert.ok(streams[0].isClosed);
  assert.equal(streams[1].resumesAfter, '5');
  await streams[1].open('5');
  assert.equal(live.connected, true);
});

test('pages are told that events are missing if the position is too old, or is not known any more', async () => {
  await streams[0].open('1');
  await streams[0].end();
  await pass(1_000);
  await streams[1].open();
  await streams[1].send('id:7\nevent:gap\ndata:{}');
  assert.deepEqual(received, ['anew', 'refused', 'changed', 'anew']);
  await streams[1].end();
  await pass(1_000);
  assert.equal(streams[2].resumesAfter, '7');
  await streams[2].refuse(400);
  await pass(0);
  assert.equal(streams[3].resumesAfter, undefined);
  await streams[3].open('9');
  assert.deepEqual(received.slice(4), ['anew']);
});

test('a gap of refusals and changes is no gap of events', async () => {
  await streams[0].open('1');
  await streams[0].send('event:gap\ndata:{}');
  assert.deepEqual(received, ['anew', 'refused', 'changed']);
});

test('a tab that is opened resumes where another ended, and events that both read are passed on once', async (context) => {
  await streams[0].open('1');
  await streams[0].event('2');
  await hide(true);
  /** @type {any} */ (document).hidden = false;
  const other = new Live('live');
  context.after(() => other.close());
  /** @type {string[]} */
  const others = [];
  other.addEventListener('event', (event) => others.push(/** @type {CustomEvent} */ (event).detail.eventId));
  await settle();
  await pass(100);
  assert.equal(streams[1].resumesAfter, '2');
  await streams[1].open('2');
  await streams[1].event('2');
  await streams[1].event('3');
  assert.deepEqual(received, ['anew', 'event-2', 'refused', 'changed', 'event-3']);
  assert.deepEqual(others, ['event-2', 'event-3']);
  other.close();
  await hide(false);
  assert.equal(streams[2].resumesAfter, '3');
});
