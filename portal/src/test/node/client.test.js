import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { ApiError, call, csv, remove, session } from './assets/api/client.js';
import { Repeatable } from './assets/api/repeatable.js';
import { advice } from './assets/ui/advice.js';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const MADE = { action: 'ClearCache', payload: {}, timeoutSeconds: 30 };

beforeEach(() => {
  /** @type {any} */ (globalThis).window = new EventTarget();
});

afterEach(() => mock.reset());

/** @param {() => Promise<unknown>} act @returns {Promise<ApiError>} */
async function refusal(act) {
  try {
    await act();
  } catch (failure) {
    assert.ok(failure instanceof ApiError, String(failure));
    return failure;
  }
  return assert.fail('the call did not fail');
}

/** @param {any} answer */
function server(answer) {
  mock.method(globalThis, 'fetch', answer);
}

/** A response whose connection breaks after the header fields. */
function broken(headers = JSON_TYPE) {
  return new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError('network error')) }), { headers });
}

test('a response that breaks off counts as none, so that the same command keeps its Idempotency-Key', async () => {
  server(async () => broken());
  const failure = await refusal(() => call('live', 'POST', '/chargers/CP-1/commands', MADE, 'key'));
  assert.equal(failure.title, 'No answer');
  assert.ok(failure.isUncertain);
  assert.match(failure.detail, /may have been done/);
});

/** A problem of the API. @param {number} status @param {string} kind @param {Record<string, string>} [headers] */
function problem(status, kind, headers = {}) {
  return new Response(JSON.stringify({ type: `/problems/${kind}`, title: kind, detail: '' }), {
    status,
    headers: { 'Content-Type': 'application/problem+json', ...headers },
  });
}

test('a request keeps its Idempotency-Key until its result is certain', async () => {
  const sending = new Repeatable();
  /** @type {string[]} */
  const keys = [];
  const send = (/** @type {unknown} */ request) => sending.run(request, ({ key }) => {
    keys.push(key);
    return call('live', 'POST', '/chargers/CP-1/commands', MADE, key);
  });
  const uncertain = [
    () => broken(),
    () => problem(503, 'unavailable'),
    () => problem(401, 'authentication-required'),
    () => problem(429, 'quota-exceeded'),
    () => problem(409, 'conflict', { 'Retry-After': '1' }),
  ];
  for (const answer of uncertain) {
    server(async () => answer());
    await refusal(() => send('a'));
  }
  assert.equal(new Set(keys).size, 1);
  server(async () => problem(409, 'conflict'));
  await refusal(() => send('a'));
  assert.equal(new Set(keys).size, 1);
  await refusal(() => send('a'));
  assert.equal(new Set(keys).size, 2);
  server(async () => broken());
  await refusal(() => send('a'));
  await refusal(() => send('b'));
  assert.equal(new Set(keys).size, 4);
  server(async () => new Response('{}', { headers: JSON_TYPE }));
  await send('b');
  await send('b');
  assert.equal(new Set(keys).size, 5);
});

test('a deletion whose response was lost can be repeated', async () => {
  server(async () => broken());
  assert.match((await refusal(() => remove('live', '/webhooks/1'))).detail, /try it again/);
  server(async () => problem(404, 'not-found'));
  await remove('live', '/webhooks/1');
  server(async () => problem(503, 'unavailable'));
  assert.equal((await refusal(() => remove('live', '/webhooks/1'))).status, 503);
});

test('a POST without an Idempotency-Key must not be repeated blindly', async () => {
  server(async () => broken());
  const failure = await refusal(() => call('live', 'POST', '/webhooks/1/test', {}));
  assert.match(failure.detail, /check first/);
});

test('a CSV response that breaks off is reported in words', async () => {
  server(async () => broken({ 'Content-Type': 'text/csv' }));
  const failure = await refusal(() => csv('live', '/transactions'));
  assert.equal(failure.title, 'No answer');
});

/** Begins a download, whose parts the test sends. */
function download() {
  mock.timers.enable({ apis: ['setTimeout'] });
  /** @type {ReadableStreamDefaultController<Uint8Array>} */
  let control;
  server(async (/** @type {string} */ _address, /** @type {RequestInit} */ { signal }) => {
    const body = new ReadableStream({
      start(it) {
        control = it;
        signal?.addEventListener('abort', () => it.error(signal.reason));
      },
    });
    return new Response(body, { headers: { 'Content-Type': 'text/csv' } });
  });
  const end = refusal(() => csv('live', '/transactions'));
  const part = async () => {
    await new Promise(setImmediate);
    control.enqueue(new TextEncoder().encode('transactionId'));
    await new Promise(setImmediate);
  };
  return { part, end };
}

test('a download may take long, but breaks off when nothing arrives for 30 s', async () => {
  const { part, end } = download();
  let failure;
  end.then((one) => (failure = one));
  for (let i = 0; i < 3; i++) {
    await part();
    mock.timers.tick(29_999);
  }
  await new Promise(setImmediate);
  assert.equal(failure, undefined);
  mock.timers.tick(1);
  assert.equal((await end).title, 'The download broke off');
});

test('a download of a browser that is offline breaks off', async () => {
  const { part, end } = download();
  await part();
  window.dispatchEvent(new Event('offline'));
  assert.match((await end).detail, /offline/);
});

for (const [method, timeout] of /** @type {['GET' | 'DELETE', number][]} */ ([['GET', 10_000], ['DELETE', 30_000]])) {
  test(`a ${method} without a response times out`, async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    server((/** @type {string} */ _address, /** @type {RequestInit} */ { signal }) => new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    }));
    let failure;
    const refused = refusal(() => call('live', method, '/chargers/CP-1')).then((one) => (failure = one));
    mock.timers.tick(timeout - 1);
    await new Promise(setImmediate);
    assert.equal(failure, undefined);
    mock.timers.tick(1);
    assert.equal((await refused).title, 'No answer');
  });
}

test('the sign-in page of a network is not mistaken for a response of the server', async () => {
  server(async () => new Response('<h1>Welcome to the hotel</h1>', { headers: { 'Content-Type': 'text/html' } }));
  const failure = await refusal(() => call('live', 'GET', '/usage'));
  assert.match(failure.detail, /sign in to the network/);
  assert.match((await refusal(() => csv('live', '/transactions'))).detail, /sign in to the network/);
});

test('JSON that is cut short is no answer of the server', async () => {
  server(async () => new Response('{"us', { headers: JSON_TYPE }));
  assert.match((await refusal(() => call('live', 'GET', '/usage'))).detail, /not from the server/);
  server(async () => new Response('{"tit', { status: 502, headers: JSON_TYPE }));
  assert.match((await refusal(() => call('live', 'GET', '/usage'))).detail, /502/);
});

test('a problem from an ingress comes with a hint', async () => {
  server(async () => new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'Content-Type': 'text/html' } }));
  const failure = await refusal(() => call('live', 'GET', '/usage'));
  assert.match(failure.detail, /502/);
  assert.equal(advice(failure), 'Try again in a moment.');
});

test('a problem is shown in the words of the API', async () => {
  const problem = { type: '/problems/invalid-request', title: 'Invalid', detail: 'No.', errors: [{ field: 'name', message: 'is required' }] };
  server(async () => new Response(JSON.stringify(problem), {
    status: 400,
    headers: { 'Content-Type': 'application/problem+json', 'Retry-After': '90' },
  }));
  const failure = await refusal(() => call('live', 'GET', '/usage'));
  assert.deepEqual([failure.title, failure.detail, failure.faults], ['Invalid', 'No.', problem.errors]);
  assert.ok(!failure.isUncertain);
  assert.equal(advice(failure), 'Try again in 90 s.');
});

test('a response without content is accepted', async () => {
  server(async () => new Response(null, { status: 204 }));
  assert.equal(await call('live', 'DELETE', '/chargers/CP-1'), null);
});

test('nobody is signed in after a 401', async () => {
  const events = new EventTarget();
  mock.method(events, 'dispatchEvent');
  /** @type {any} */ (globalThis).window = events;
  server(async () => new Response('{}', { status: 401, headers: JSON_TYPE }));
  assert.equal(await session(), null);
});
