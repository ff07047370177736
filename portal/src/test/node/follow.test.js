import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { follow } from './assets/api/follow.js';

/** @type {ReadableStreamDefaultController<Uint8Array>} */
let control;
/** @type {AbortController} */
let stream;
/** @type {unknown} */
let failure;
/** @type {Promise<void>} */
let end;

beforeEach(async () => {
  mock.timers.enable({ apis: ['setInterval', 'Date'] });
  /** @type {any} */ (globalThis).window = new EventTarget();
  mock.method(globalThis, 'fetch', async (/** @type {string} */ _address, /** @type {RequestInit} */ { signal }) => {
    const body = new ReadableStream({
      start(it) {
        control = it;
        signal?.addEventListener('abort', () => it.error(signal.reason));
      },
    });
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
  });
  stream = new AbortController();
  failure = undefined;
  end = read();
  await pass(0);
});

afterEach(() => {
  mock.timers.reset();
  mock.reset();
});

async function read() {
  try {
    for await (const block of follow('/frames', stream)) {
      assert.ok(block);
    }
  } catch (caught) {
    failure = caught;
  }
}

/** @param {number} ms */
async function pass(ms) {
  mock.timers.tick(ms);
  for (let i = 0; i < 20; i++) {
    await new Promise(setImmediate);
  }
}

test('a stream that is silent for longer than its heartbeats take is broken', async () => {
  await pass(15_000);
  control.enqueue(new TextEncoder().encode(':heartbeat\n\n'));
  await pass(0);
  await pass(20_000);
  assert.equal(failure, undefined);
  await pass(500);
  await end;
  assert.equal(/** @type {any} */ (failure).title, 'The connection broke');
  assert.ok(stream.signal.aborted);
});

test('a stream of a browser that is offline is broken', async () => {
  window.dispatchEvent(new Event('offline'));
  await end;
  assert.equal(/** @type {any} */ (failure).title, 'The connection broke');
});

test('a stream that its reader closed is not broken', async () => {
  stream.abort();
  await end;
  assert.equal(/** @type {any} */ (failure).name, 'AbortError');
});

test('a stream that ended is watched no longer', async () => {
  control.close();
  await end;
  await pass(60_000);
  assert.deepEqual([failure, stream.signal.aborted], [undefined, false]);
});
