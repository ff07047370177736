import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import './assets/pages/charger-page.js';
import './assets/pages/operators-page.js';
import './assets/pages/overview-page.js';
import './assets/pages/transaction-page.js';
import './assets/pages/usage-page.js';
import './assets/pages/webhook-page.js';
import './assets/webhooks/delivery-detail.js';
import { BEGIN, bound, opened, pass, paths, server } from './stage.js';
import { text } from './template.js';

/** A transaction with two pages of readings. */
function serveTransaction() {
  server((path) => path.includes('/meter-values')
    ? { meterValues: [], ...(path.includes('cursor') ? {} : { nextCursor: 'second' }) }
    : { transactionId: 7, meterStart: 0, startedAt: '2026-01-31T08:00:00Z' });
}

function readingsOfTheFirstPage() {
  return paths.filter((path) => path.endsWith('/meter-values?limit=200')).length;
}

test('all readings are loaded again as long as late ones may appear after the stop', async () => {
  serveTransaction();
  const page = opened('transaction-page', { transactionId: '7' });
  await pass(10_000);
  page.live.dispatchEvent(new CustomEvent('event', { detail: { event: 'transaction.updated', data: { transactionId: 7 } } }));
  await pass(10_000);
  assert.equal(readingsOfTheFirstPage(), 1);
  page.live.dispatchEvent(new CustomEvent('event', { detail: { event: 'transaction.stopped', data: { transactionId: 7 } } }));
  await pass(10_000);
  assert.equal(readingsOfTheFirstPage(), 3);
  page.live.dispatchEvent(new CustomEvent('event', { detail: { event: 'transaction.updated', data: { transactionId: 7 } } }));
  await pass(10_000);
  assert.equal(readingsOfTheFirstPage(), 3);
});

/** An open page of a charger that was read some time ago. */
async function openCharger() {
  server((path) => {
    if (path.includes('/command-actions')) {
      return { actions: [] };
    }
    return path.includes('/commands') ? { commands: [path] } : { transactions: [], handshakes: [], protocol: 'ocpp1.6' };
  });
  const page = opened('charger-page', { chargeBoxId: 'CP-1' });
  await pass(5_000);
  page.soon();
  await pass(5_000);
  paths.length = 0;
  return page;
}

test('a command makes the page of its charger read the history only', async () => {
  const page = await openCharger();
  page.live.dispatchEvent(new CustomEvent('changed', { detail: { list: 'commands' } }));
  await pass(5_000);
  const history = '/portal/api/live/chargers/CP-1/commands?limit=10';
  assert.deepEqual([...new Set(paths)], [history]);
  assert.deepEqual([page.read.history.commands, page.read.transactions], [[history], []]);
});

test('other changes make it read everything, also if a command is reported between', async () => {
  for (const [kind, detail] of [['changed', null], ['anew', null], ['refused', null], ['changed', { list: 'transactions' }],
    ['event', { event: 'charger.connected', data: { chargeBoxId: 'CP-1' } }]]) {
    const page = await openCharger();
    page.receive = () => {};
    page.live.dispatchEvent(new CustomEvent(/** @type {string} */ (kind), { detail }));
    page.live.dispatchEvent(new CustomEvent('changed', { detail: { list: 'commands' } }));
    await pass(5_000);
    for (const part of ['/CP-1', '/commands?limit=10', '/handshakes?limit=100', '/transactions?limit=5&chargeBoxId=CP-1']) {
      assert.ok(paths.some((path) => path.endsWith(part)), `${kind} ${JSON.stringify(detail)}: ${part} in ${paths}`);
    }
    page.disconnectedCallback();
  }
});

test('a change at a charger is read also if the clock was set back', async () => {
  const page = await openCharger();
  const { now } = Date;
  mock.method(Date, 'now', () => now() - 3_600_000);
  page.live.dispatchEvent(new CustomEvent('changed', { detail: { list: 'chargers' } }));
  await pass(5_000);
  assert.ok(paths.some((path) => path.endsWith('/chargers/CP-1')), `${paths}`);
});

test('the calls of a new day are shown when it begins', async () => {
  server((path) => path.endsWith('/usage')
    ? { used: 1, resetAt: new Date(Math.floor(Date.now() / 86_400_000 + 1) * 86_400_000).toISOString(), days: [] }
    : {});
  const page = opened('usage-page', {});
  await pass(15 * 3_600_000 - 1_000, 500_000);
  const before = paths.length;
  await pass(3_000);
  assert.ok(paths.length > before);
  assert.equal(page.read.usage.resetAt, '2026-02-02T00:00:00.000Z');
  page.disconnectedCallback();
  const atTheEnd = paths.length;
  await pass(30 * 3_600_000, 3_600_000);
  assert.equal(paths.length, atTheEnd);
});

test('a clock that is ahead does not make the page read all the time', async () => {
  server((path) => (path.endsWith('/usage') ? { used: 1, resetAt: '2026-01-31T08:00:00Z', days: [] } : {}));
  opened('usage-page', {});
  await pass(600_000, 500);
  assert.ok(paths.length <= 50, `${paths.length} calls`);
});

test('a delivery is shown as it was read last, even if an earlier answer is late', async () => {
  /** @type {((delivery: any) => void)[]} */
  const answers = [];
  server(() => new Promise((resolve) => answers.push(resolve)));
  const detail = new /** @type {any} */ (customElements.get('delivery-detail'))();
  for (const outcome of [null, 'delivered']) {
    detail.outcome = outcome;
    detail.willUpdate(new Map([['outcome', undefined]]));
  }
  answers[1]({ explanation: 'new' });
  await pass(50);
  answers[0]({ explanation: 'old' });
  await pass(50);
  assert.equal(detail.read.explanation, 'new');
});

test('an opened delivery that newer ones push out of the list is shown until its end', async () => {
  const delivery = { id: '1', eventId: 'event-1', event: 'charger.boot', outcome: null };
  server((path) => {
    if (path.endsWith('/deliveries/1')) {
      return { ...delivery, outcome: 'timed_out' };
    }
    return path.includes('/deliveries?') ? { deliveries: [{ ...delivery, id: '2' }] } : {};
  });
  const page = opened('webhook-page', { webhookId: '7', opened: delivery });
  await pass(3_000);
  assert.equal(page.opened.outcome, 'timed_out');
  await page.reload();
  assert.equal(paths.filter((path) => path.endsWith('/deliveries/1')).length, 1);
  assert.equal(page.opened.id, '1');
});

/** Sends a form of a page with these fields. @param {any} page @param {number} place @param {Record<string, any>} fields */
async function send(page, place, fields) {
  const browser = /** @type {any} */ (globalThis);
  const { FormData } = browser;
  browser.FormData = class {
    get(/** @type {string} */ name) {
      return fields[name];
    }

    getAll(/** @type {string} */ name) {
      return fields[name];
    }
  };
  const submit = bound(page.content(page.read), '@submit=')[place];
  await submit.call(page, { preventDefault() {}, target: { reset() {} } });
  browser.FormData = FormData;
}

/** Sends a test as the form does. @param {any} page */
function sendTest(page) {
  return send(page, 1, { event: 'charger.boot' });
}

test('a change of a webhook contains only what its user changed', async () => {
  const webhook = { url: 'https://example.com/a', events: ['charger.connected', 'charger.boot'] };
  /** @type {object[]} */
  const changes = [];
  server((path, { method, body }) => {
    if (method === 'PATCH') {
      changes.push(JSON.parse(String(body)));
    }
    return path.includes('/deliveries') ? { deliveries: [], outcomes: {} } : webhook;
  });
  const page = opened('webhook-page', { webhookId: '7' });
  await pass(500);
  await send(page, 0, { url: 'https://example.com/b', events: ['charger.boot', 'charger.connected'] });
  await send(page, 0, { url: `${webhook.url} `, events: ['charger.boot'] });
  await send(page, 0, { url: webhook.url, events: webhook.events });
  assert.deepEqual(changes, [{ url: 'https://example.com/b' }, { events: ['charger.boot'] }]);
});

test('a change of a tier sends the name that the organisation has now', () => {
  const page = new /** @type {any} */ (customElements.get('operators-page'))();
  page.changing = { id: 'acme', name: 'Old', tier: 'Free' };
  const now = { id: 'acme', name: 'New', tier: 'Growth' };
  const summary = { total: 1, tiers: { Free: 0, Starter: 0, Growth: 1, Scale: 0 } };
  assert.deepEqual(bound(page.content({ organisations: [now], nextCursor: null, summary }), '.organisation='), [now]);
});

test('the outcome of a test is shown even if newer deliveries push it out of the list', async () => {
  const row = { id: '1', eventId: 'event-1', event: 'charger.boot', outcome: null };
  let isListed = true;
  server((path) => {
    if (path.endsWith('/test')) {
      return row;
    }
    if (path.endsWith('/deliveries/1')) {
      return { ...row, outcome: Date.now() < BEGIN + 6_000 ? null : 'timed_out' };
    }
    return path.includes('/deliveries?') ? { deliveries: isListed ? [row] : [] } : { events: [], outcomes: {}, url: '' };
  });
  const page = opened('webhook-page', { webhookId: '7' });
  await pass(500);
  await sendTest(page);
  await pass(300);
  assert.equal(page.test.delivery?.id, '1');
  isListed = false;
  await pass(1_500);
  assert.equal(page.test.delivery?.id, '1');
  await pass(8_000);
  assert.equal(page.test.delivery?.outcome, 'timed_out');
});

test('the delivery of a test stays on screen if its outcome cannot be read', async () => {
  const row = { id: '1', eventId: 'event-1', event: 'charger.boot', outcome: null };
  let isAway = false;
  server((path) => {
    if (isAway) {
      throw new TypeError('network error');
    }
    return path.endsWith('/test') ? row : { deliveries: [row], events: [], outcomes: {}, url: '' };
  });
  const page = opened('webhook-page', { webhookId: '7' });
  await pass(500);
  await sendTest(page);
  await pass(100);
  isAway = true;
  await pass(20_000);
  assert.equal(page.test.delivery?.id, '1');
  assert.ok(page.test.failure);
});

/**
 * A live overview with these numbers of chargers, of which none is online.
 *
 * @param {number} live
 * @param {number} simulated
 * @param {number} [webhooks] allowed
 * @param {object[]} [transactions]
 */
async function overview(live, simulated, webhooks = 0, transactions = []) {
  server((path) => ({
    apiKeys: [], transactions, chargers: [], webhooks: [], limits: { webhooks }, offline: 0, online: 0,
    total: path.startsWith('/portal/api/live/') ? live : simulated,
  }));
  const page = opened('overview-page', { mode: 'live' });
  await pass(500);
  return text(page.content(page.read));
}

/** The note of an overview about the other mode, with these numbers of chargers. @param {number} live @param {number} simulated */
async function note(live, simulated) {
  return /<p class="note">([^]*?test mode<[^]*?)<\/p>/.exec(await overview(live, simulated))?.[1].replace(/<[^>]*>/g, '');
}

test('each of the first steps links to where it is done', async () => {
  const steps = (await overview(0, 0, 20)).split('<ol>')[1].split('</ol>')[0];
  const links = steps.match(/<li>[^]*?<\/li>/g)?.map((step) => /<a href="?([^ ">]*)/.exec(step)?.[1]);
  const live = (/** @type {string} */ page) => `/portal/live/${page}`;
  assert.deepEqual(links, [live('keys'), '/docs', live('chargers'), live('chargers'), live('transactions'), live('webhooks')]);
});

test('an empty live overview tells of the chargers in test mode', async () => {
  assert.equal(await note(0, 2), 'This organisation has 2 chargers in test mode.');
  assert.equal(await note(0, 1), 'This organisation has 1 charger in test mode.');
  assert.equal(await note(0, 0), 'No charger at hand? In test mode chargers are simulated.');
});

test('an overview with live chargers does not read test mode', async () => {
  assert.equal(await note(3, 2), undefined);
  assert.ok(paths.every((path) => path.startsWith('/portal/api/live/')), `${paths}`);
});

test('a fleet that has charged was seen to connect, whichever of its chargers it was', async () => {
  assert.match(await overview(201, 0, 0, [{}]), /See it connect<\/a> <span class=good>/);
  assert.match(await overview(201, 0), /See it connect<\/a> <span class=quiet>/);
});
