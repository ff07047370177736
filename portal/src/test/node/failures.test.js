import assert from 'node:assert/strict';
import { test } from 'node:test';
import './assets/pages/webhook-page.js';
import './assets/pages/webhooks-page.js';
import { opened, pass, paths, problemOf, server } from './stage.js';
import { text } from './template.js';

const TIER = 'Webhooks need the tier Starter or above.';

/** A page without data, whose reads get this problem. @param {string} tag @param {() => Response} refusal */
async function failing(tag, refusal) {
  server(refusal);
  const page = opened(tag, { mode: 'live', webhookId: '7' });
  await pass(500);
  return page;
}

test('both pages of webhooks say the same if the tier has none, and offer no useless repetition', async () => {
  const [list, one] = await Promise.all(['webhooks-page', 'webhook-page']
    .map((tag) => failing(tag, () => problemOf(403, 'tier-required', TIER))));
  const said = text(one.trouble(one.failure));
  assert.ok(said.includes(TIER));
  assert.doesNotMatch(said, /Try again/);
  assert.match(said, /<a href=\/portal\/live\/usage>Your tier<\/a>/);
  assert.ok(said.includes(text(list.trouble(list.failure)).trim()));
});

test('both pages of webhooks read again when the organisation changes, because the tier may be higher', async () => {
  for (const tag of ['webhooks-page', 'webhook-page']) {
    const page = await failing(tag, () => problemOf(403, 'tier-required', TIER));
    await pass(5_000);
    paths.length = 0;
    page.live.dispatchEvent(new CustomEvent('changed', { detail: { list: 'organisation' } }));
    await pass(5_000);
    assert.notEqual(paths.length, 0, tag);
    page.disconnectedCallback();
  }
});

/** What a page says about a problem of its reads. @param {() => Response} refusal */
async function saying(refusal) {
  const page = await failing('webhooks-page', refusal);
  page.disconnectedCallback();
  return text(page.trouble(page.failure));
}

test('a page that reads again by itself says so and when', async () => {
  const unavailable = await saying(() => problemOf(503, 'unavailable', 'Kafka is away.'));
  assert.match(unavailable, /This page tries again by itself in 5 s\./);
  assert.doesNotMatch(unavailable, /in a moment/);
  assert.match(await saying(() => {
    const refusal = problemOf(429, 'too-many-requests', 'Too many.');
    refusal.headers.set('Retry-After', '20');
    return refusal;
  }), /This page tries again by itself in 20 s\./);
  assert.match(await saying(() => {
    throw new TypeError('network error');
  }), /The server cannot be reached\. Check your connection\.<[^]*This page tries again by itself in 5 s\./);
  assert.match(await saying(() => problemOf(500, 'internal-error', 'Recorded.')),
    /This page tries again by itself in 5 s\. If it happens again, tell the operator/);
});

test('a page that would fail in the same way again does not promise to read by itself', async () => {
  assert.doesNotMatch(await saying(() => problemOf(403, 'operator-required', 'No.')), /by itself/);
});

test('a page does not offer to repeat a request that is invalid', async () => {
  assert.doesNotMatch(await saying(() => problemOf(400, 'invalid-request', 'One fault was found.')), /Try again/);
  assert.match(await saying(() => problemOf(503, 'unavailable', 'Kafka is away.')), /Try again</);
});
