import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectors } from './assets/chargers/connectors.js';
import { text } from './template.js';

/** The cells of the row of a connector, and what is said above the table. @param {string} status of the charger */
function shown(status) {
  const charger = { status, protocol: 'ocpp1.6', connectors: [{ connectorId: 1, status: 'Available', errorCode: 'NoError' }] };
  const all = /** @type {any} */ (connectors(charger));
  return text(all.values);
}

test('the last status that an offline charger reported does not look like a current one', () => {
  assert.match(shown('offline'), /It reported this before/);
  assert.doesNotMatch(shown('online'), /It reported this before/);
});
