import assert from 'node:assert/strict';
import { test } from 'node:test';
import './assets/pages/chargers-page.js';
import { text } from './template.js';

/** The reasons of the refused attempts that link to the page of a charger. @param {string[]} registered ids */
function linked(registered) {
  const page = new /** @type {any} */ (customElements.get('chargers-page'))();
  const reasons = ['wrong_password', 'unknown_id', 'wrong_path', 'wrong_subprotocol', 'tls', 'too_many_attempts', 'new'];
  const shown = text(page.content({
    chargers: registered.map((chargeBoxId) => ({ chargeBoxId, status: 'offline', connectors: [] })),
    refused: { handshakes: reasons.map((reason) => ({ chargeBoxId: `of-${reason}`, reason, refusedAt: '2026-01-31T09:00:00Z' })) },
  }));
  const attempts = shown.split('<h2>Refused attempts</h2>')[1];
  return reasons.filter((reason) => attempts.includes(`<a href=/portal/live/chargers/of-${reason}>`));
}

test('a refused attempt links to a charger only if that is registered', () => {
  assert.deepEqual(linked([]), ['wrong_password', 'wrong_subprotocol', 'tls']);
});

test('a refused attempt of any reason links to a charger of the list', () => {
  assert.deepEqual(linked(['of-wrong_path', 'of-too_many_attempts', 'of-unknown_id']),
    ['wrong_password', 'unknown_id', 'wrong_path', 'wrong_subprotocol', 'tls', 'too_many_attempts']);
});
