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
