import assert from 'node:assert/strict';
import { afterEach, mock, test } from 'node:test';
import { ApiError, call, csv, session } from './assets/api/client.js';
import { advice } from './assets/ui/advice.js';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const MADE = { action: 'ClearCache', payload: {}, timeoutSeconds: 30 };

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

test('a CSV response that breaks off is reported in words', async () => {
  server(async () => broken({ 'Content-Type': 'text/csv' }));
  const failure = await refusal(() => csv('live', '/transactions'));
  assert.equal(failure.title, 'No answer');
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
