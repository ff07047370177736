import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { ApiError } from './assets/api/client.js';
import { readUntil, rest } from './assets/api/wait.js';

const UNANSWERED = new ApiError(0, 'No answer', '');
const TOO_MANY = new ApiError(429, 'Too many calls', '', [], 'quota-exceeded', 6);
const GONE = new ApiError(404, 'Not found', '', [], 'not-found');

beforeEach(() => {
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 0 });
  mock.method(performance, 'now', Date.now.bind(Date));
});

afterEach(() => {
  mock.timers.reset();
  mock.reset();
});

/**
 * Polls for 15 s.
 *
 * @param {() => Promise<string>} read
 * @returns {Promise<{answer?: string, failure?: unknown, endedAt?: number}>} how it ended, and when, in ms
 */
async function poll(read) {
  /** @type {any} */
  const end = {};
  readUntil(read, (answer) => answer === 'over', 15_000, new AbortController().signal)
    .then((answer) => (end.answer = answer), (failure) => (end.failure = failure))
    .finally(() => (end.endedAt = Date.now()));
  for (let i = 0; i < 300; i++) {
    await new Promise(setImmediate);
    mock.timers.tick(50);
  }
  await new Promise(setImmediate);
  return end;
}

test('polling slows down and ends', async () => {
  const read = mock.fn(async () => 'under way');
  assert.equal((await poll(read)).answer, 'under way');
  assert.ok(read.mock.callCount() <= 8, `${read.mock.callCount()} calls`);
});

test('polling ends in time also if the clock is set back', async () => {
  const { now } = Date;
  const read = async () => {
    mock.method(Date, 'now', () => now() - 3_600_000);
    return 'under way';
  };
  assert.equal((await poll(read)).answer, 'under way');
});

test('polling goes on after reads without an answer', async () => {
  const answers = [UNANSWERED, new ApiError(503, 'Unavailable', ''), 'under way', UNANSWERED];
  const read = async () => {
    const next = answers.shift() ?? 'over';
    if (next instanceof ApiError) {
      throw next;
    }
    return next;
  };
  assert.equal((await poll(read)).answer, 'over');
});

test('polling that is refused for a while waits as long as the API says', async () => {
  const times = /** @type {number[]} */ ([]);
  const end = await poll(async () => {
    times.push(Date.now());
    throw TOO_MANY;
  });
  assert.equal(end.failure, TOO_MANY);
  assert.deepEqual(times.map((time) => Math.floor(time / 1_000)), [0, 6, 12]);
});

test('polling ends with the failure that is left, and at once with one that does not pass', async () => {
  const unanswered = await poll(async () => {
    throw UNANSWERED;
  });
  assert.equal(unanswered.failure, UNANSWERED);
  mock.timers.reset();
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 0 });
  const gone = await poll(async () => {
    throw GONE;
  });
  assert.deepEqual(gone, { failure: GONE, endedAt: 0 });
});

test('a wait leaves no listener behind', async () => {
  const waiting = new AbortController();
  const wait = rest(50, waiting.signal);
  mock.timers.tick(50);
  await wait;
  assert.equal(getEventListeners(waiting.signal, 'abort').length, 0);
  const broken = rest(50, waiting.signal);
  waiting.abort();
  await broken;
});
