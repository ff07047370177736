import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { ApiError } from './assets/api/client.js';
import { Page } from './assets/ui/page.js';

/** @type {any} */
let page;
/** When it was read, in ms since the begin. @type {number[]} */
let readings;

beforeEach(async () => {
  /** @type {any} */ (globalThis).document = Object.assign(new EventTarget(), { hidden: false });
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 0 });
  mock.method(performance, 'now', Date.now.bind(Date));
  readings = [];
  page = new Page();
  Object.defineProperty(page, 'isConnected', { value: true });
  page.load = async () => readings.push(Date.now());
  await page.reload();
});

afterEach(() => {
  mock.timers.reset();
  mock.reset();
});

/** @param {number} ms */
async function pass(ms) {
  for (let i = 0; i < ms; i += 50) {
    mock.timers.tick(50);
    await new Promise(setImmediate);
  }
}

test('the effect of an event is on screen within 2 s', async () => {
  await pass(10_000);
  page.soon();
  await pass(500);
  assert.deepEqual(readings, [0, 10_500]);
  page.soon();
  await pass(1_550);
  assert.deepEqual(readings, [0, 10_500, 12_000]);
});

test('an effect that the API does not show yet when the event arrives is on screen within 2 s', async () => {
  await pass(10_000);
  page.soon();
  await pass(10_000);
  assert.deepEqual(readings, [0, 10_500, 11_000]);
});

test('the effect of an event just before the page was opened is on screen within 2 s', async () => {
  await pass(10_000);
  page.update = () => {};
  page.live = Object.assign(new EventTarget(), { lastEventAt: 9_900 });
  page.connectedCallback();
  await pass(10_000);
  assert.deepEqual(readings, [0, 10_000, 10_900]);
});

test('the effect of an event is on screen soon also if the clock was set back', async () => {
  await pass(10_000);
  const { now } = Date;
  mock.method(Date, 'now', () => now() - 3_600_000);
  page.soon();
  await pass(2_000);
  assert.equal(readings.length, 3);
});

test('a busy fleet costs few calls', async () => {
  for (let i = 0; i < 600; i++) {
    page.soon();
    await pass(100);
  }
  assert.ok(readings.length <= 1 + 60_000 / 1_500, `${readings.length} readings`);
});

test('a hidden page reloads only when it becomes visible', async () => {
  /** @type {any} */ (document).hidden = true;
  page.soon();
  await pass(10_000);
  assert.equal(readings.length, 1);
  /** @type {any} */ (document).hidden = false;
  page.onVisibility();
  await pass(50);
  assert.equal(readings.length, 2);
  page.onVisibility();
  await pass(50);
  assert.equal(readings.length, 2);
});

test('an event during a reload causes another reload', async () => {
  let goOn = () => {};
  page.load = () => new Promise((resolve) => {
    readings.push(Date.now());
    goOn = () => resolve(undefined);
  });
  const reading = page.reload();
  page.reload();
  goOn();
  await new Promise(setImmediate);
  goOn();
  await reading;
  assert.equal(readings.length, 3);
});

test('nobody waits for the data of another query, which is not shown when it comes late', async () => {
  /** @type {((data: string) => void)[]} */
  const answers = [];
  page.load = () => new Promise((resolve) => answers.push(resolve));
  page.reload();
  page.query = '?status=active';
  const reload = page.reload();
  assert.equal(answers.length, 2);
  answers[1]('active');
  await reload;
  answers[0]('all');
  await new Promise(setImmediate);
  assert.deepEqual([page.read, page.readFor], ['active', '?status=active']);
});

test('a failed reload keeps the old data, unless it belongs to another query', async () => {
  page.load = async () => {
    throw new Error('away');
  };
  await page.reload();
  assert.equal(page.read, 1);
  assert.equal(page.failure.message, 'away');
  page.query = '?status=active';
  await page.reload();
  assert.equal(page.read, undefined);
});

test('a page reads again by itself after a failure that passes, but not after others', async () => {
  await pass(10_000);
  const refusals = [new ApiError(503, 'Unavailable', ''), new ApiError(429, 'Too many', '', [], '', 20)];
  page.load = async () => {
    readings.push(Date.now());
    const refusal = refusals.shift();
    if (refusal) {
      throw refusal;
    }
  };
  page.soon();
  await pass(60_000);
  assert.deepEqual(readings, [0, 10_500, 11_000, 31_000]);
  assert.equal(page.failure, undefined);

  page.load = async () => {
    readings.push(Date.now());
    throw new ApiError(403, 'Higher tier required', '', [], 'tier-required');
  };
  page.reload();
  await pass(60_000);
  assert.equal(readings.length, 5);
});

test('a hidden page does not read again after a failure until it is visible', async () => {
  page.load = async () => {
    readings.push(Date.now());
    throw new ApiError(503, 'Unavailable', '');
  };
  await page.reload();
  /** @type {any} */ (document).hidden = true;
  await pass(60_000);
  assert.equal(readings.length, 2);
  /** @type {any} */ (document).hidden = false;
  page.onVisibility();
  await pass(50);
  assert.equal(readings.length, 3);
});

test('a page whose item is gone keeps nothing of it', async () => {
  page.load = async () => {
    throw new ApiError(404, 'Not found', '', [], 'not-found');
  };
  await page.reload();
  assert.equal(page.read, undefined);
  assert.equal(page.failure.kind, 'not-found');
});

test('a page performs one action of its user at a time, and shows the problem of the last one', async () => {
  let fail = () => {};
  let performed = 0;
  const action = page.act(() => new Promise((_, reject) => {
    fail = () => reject(new Error('refused'));
  }));
  await page.act(async () => performed++);
  assert.ok(page.busy);
  fail();
  await action;
  assert.deepEqual([performed, page.busy, page.refusal.message], [0, false, 'refused']);
  await page.act(async () => performed++);
  assert.deepEqual([performed, page.busy, page.refusal], [1, false, undefined]);
});

test('a page whose item is being deleted reads nothing, and shows no problem of a running read', async () => {
  /** @type {string[]} */
  const visited = [];
  const browser = /** @type {any} */ (globalThis);
  browser.window = new EventTarget();
  browser.history = { replaceState: () => {}, pushState: (/** @type {any} */ ...[, , href]) => visited.push(href) };
  browser.PopStateEvent = Event;
  let fail = () => {};
  page.load = () => new Promise((_, reject) => {
    readings.push(Date.now());
    fail = () => reject(new Error('not found'));
  });
  const reading = page.reload();
  await page.leave(async () => {
    page.soon();
    fail();
    await reading;
    await pass(5_000);
  }, '/portal/live/webhooks');
  await pass(5_000);
  assert.deepEqual([readings.length, page.failure, visited], [2, undefined, ['/portal/live/webhooks']]);
});

test('a page whose item could not be deleted goes on', async () => {
  await assert.rejects(page.leave(async () => {
    throw new Error('refused');
  }, '/portal/live/webhooks'), /refused/);
  assert.equal(readings.length, 2);
});
