import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectCard } from './assets/chargers/connect-card.js';
import { text } from './template.js';

/** The sub-protocol of the test command. @param {string | null} protocol @param {any} [simulation] */
function attempted(protocol, simulation) {
  const charger = { chargeBoxId: 'CP-1', connectionUrl: 'ws://localhost/ocpp/acme/CP-1', status: 'offline', protocol };
  return /--protocol (\S+) /.exec(text(connectCard(charger, simulation, [], () => {})))?.[1];
}

test('the test command speaks the protocol of the charger', () => {
  assert.equal(attempted(null), 'ocpp1.6');
  assert.equal(attempted('ocpp1.6'), 'ocpp1.6');
  assert.equal(attempted('ocpp2.0.1'), 'ocpp2.0.1');
});

test('the test command of a simulated charger speaks the protocol that is chosen for it', () => {
  assert.equal(attempted(null, { simulated: true, protocol: 'ocpp2.0.1' }), 'ocpp2.0.1');
  assert.equal(attempted('ocpp2.0.1', { simulated: true, protocol: 'ocpp1.6' }), 'ocpp1.6');
});

test('the test command of a charger that was handed over speaks what it spoke last', () => {
  assert.equal(attempted('ocpp2.0.1', { simulated: false, protocol: 'ocpp1.6' }), 'ocpp2.0.1');
  assert.equal(attempted(null, { simulated: false, protocol: 'ocpp2.0.1' }), 'ocpp2.0.1');
});
