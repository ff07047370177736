import assert from 'node:assert/strict';
import { test } from 'node:test';
import './assets/pages/usage-page.js';
import { text } from './template.js';

const UNLIMITED = 999_999_999_999_999;

/** What the page says about an organisation, without markup. @param {number} limit of calls */
function said(limit) {
  const page = new /** @type {any} */ (customElements.get('usage-page'))();
  return text(page.content({
    organisation: { id: 'acme', name: 'Acme', tier: 'Growth', limits: { callsPerDay: limit, chargers: 100, webhooks: 20 } },
    usage: { used: 1234, limit, resetAt: '2026-02-01T00:00:00Z', days: [{ date: '2026-01-31', used: 1234 }] },
  })).replace(/<[^>]*>/g, '').replace(/\s+/g, ' ');
}

test('the calls of today are written like their limit', () => {
  assert.match(said(10_000), /1.234 of 10.000; the next day begins/);
  assert.match(said(UNLIMITED), /1.234, without a limit; the next day begins/);
});

test('limits are not taken for what the organisation has', () => {
  assert.match(said(10_000), /Calls allowed a day10.000Chargers allowed100Webhooks allowed20/);
});
