import assert from 'node:assert/strict';
import { test } from 'node:test';
import './assets/chargers/live-frames.js';
import './assets/pages/charger-page.js';
import { connectCard } from './assets/chargers/connect-card.js';
import { result } from './assets/commands/result.js';
import { text } from './template.js';

const AT = '2026-01-31T09:00:00Z';

/** A template without its markup. @param {unknown} part */
function said(part) {
  return text(part).replace(/<[^>]*>/g, '').replace(/\s+/g, ' ');
}

/** @param {number} entries */
function report(entries) {
  const command = { id: '1', action: 'GetReport', status: 'accepted', createdAt: AT, transactionId: null };
  const nothing = () => undefined;
  return said(result('live', { key: '', command, report: { items: Array(entries).fill({}), complete: true } }, true, nothing, nothing));
}

test('the entries of a report are counted in words', () => {
  assert.match(report(1), /1 entry\. The report is complete/);
  assert.match(report(2), /2 entries\. The report/);
});

/** @param {number} refused */
function card(refused) {
  const charger = { chargeBoxId: 'CP-1', connectionUrl: 'ws://localhost/ocpp/acme/CP-1', status: 'offline', protocol: null };
  return said(connectCard(charger, undefined, Array(refused).fill({ reason: 'tls', refusedAt: AT }), () => undefined));
}

test('older attempts are counted in words', () => {
  assert.match(card(11), /1 older attempt /);
  assert.match(card(12), /2 older attempts /);
});

/** @param {number} withheld */
function frames(withheld) {
  const live = new /** @type {any} */ (customElements.get('live-frames'))();
  live.frames = [{ direction: 'from_charger', kind: 'other', at: AT, text: '', withheld }];
  return said(live.render());
}

test('frames that were left out are counted in words', () => {
  assert.match(frames(1), /1 frame before this one was left out/);
  assert.match(frames(2), /2 frames before this one were left out/);
});

/** @param {number} count */
function deviations(count) {
  const page = new /** @type {any} */ (customElements.get('charger-page'))();
  const charger = {
    chargeBoxId: 'CP-1', connectionUrl: 'ws://localhost/ocpp/acme/CP-1', connectors: [],
    deviations: [{ kind: 'unreadableReading', count, lastSeen: AT }],
  };
  return said(page.content({ charger, actions: [], transactions: [], refused: [], history: { commands: [] } }));
}

test('violations of OCPP are counted in words', () => {
  assert.match(deviations(1), /about 1 time, last/);
  assert.match(deviations(2), /about 2 times, last/);
});
