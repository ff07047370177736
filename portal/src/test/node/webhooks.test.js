import assert from 'node:assert/strict';
import { test } from 'node:test';
import './assets/pages/webhook-page.js';
import { OUTCOMES } from './assets/webhooks/words.js';
import { opened } from './stage.js';
import { text } from './template.js';

const WEBHOOK = { url: 'https://example.com/a', events: ['charger.boot'], createdAt: '2026-01-31T09:00:00Z' };
const SUMMARY = { total: 0, pending: 0, outcomes: {}, since: '2026-01-24T09:00:00Z' };

/** What the page shows. @param {any[]} deliveries @param {object} [summary] */
function shown(deliveries, summary = SUMMARY) {
  const page = opened('webhook-page', { webhookId: '7', load: () => new Promise(() => undefined) });
  return text(page.content({ webhook: WEBHOOK, summary, log: { deliveries } }));
}

/** The cells of the row of a delivery without a known attempt. @param {string | null} outcome */
function cells(outcome) {
  const delivery = { id: '1', eventId: 'e', event: 'charger.boot', outcome, responseStatus: null, durationMs: null, attemptedAt: null };
  const row = /data-test=delivery>([^]*?)<\/tr>/.exec(shown([delivery]))?.[1] ?? '';
  return [...row.matchAll(/<td>([^]*?)<\/td>/g)].map(([, cell]) => cell.replace(/<[^>]*>/g, '').trim());
}

test('a delivery without an attempt says why', () => {
  assert.deepEqual([null, 'unknown', 'blocked', 'shed'].map((outcome) => cells(outcome)[2]),
    ['not yet', 'unknown', 'not attempted', 'not attempted']);
});

test('a webhook without deliveries in the time of the summary may have had some before', () => {
  assert.doesNotMatch(shown([]), /Nothing has been delivered yet/);
});

test('each outcome of the summary has a meaning, also that of deliveries under way', () => {
  const rows = shown([], { ...SUMMARY, total: 1, pending: 1 }).match(/<th scope="row">[^]*?<\/tr>/g) ?? [];
  assert.equal(rows.length, 9);
  for (const row of rows) {
    const meaning = /<td>([^<]*<bdi>)?([^<]*)(<\/bdi>)?<\/td>\s*$/.exec(row.replace('</tr>', ''))?.[2];
    assert.match(meaning ?? '', /\w+/, row);
    assert.notEqual(meaning, 'undefined');
  }
});

/** What is said about the answer to a delivery. @param {string | null} outcome @param {any} response */
function answer(outcome, response) {
  const detail = new /** @type {any} */ (customElements.get('delivery-detail'))();
  detail.read = { outcome, explanation: '', request: null, response };
  return text(detail.render()).split('<h3>Answer</h3>')[1].replace(/<[^>]*>/g, '').replace(/\s+/g, ' ').trim();
}

test('nothing is said about an answer that is not known', () => {
  assert.equal(answer('timed_out', null), 'No answer came.');
  assert.equal(answer(null, null), 'No answer has come yet.');
  assert.equal(answer('unknown', null), 'It is not known whether an answer came.');
  assert.match(answer('rejected', { status: 500, body: '' }), /Without a body\.$/);
  assert.match(answer('rejected', { status: 500, body: null }), /The body was not stored\.$/);
});

test('a delivery that was shed may have been shed because the webhook changed', () => {
  assert.match(String(OUTCOMES.get('shed')), /changed/);
});
