import assert from 'node:assert/strict';
import { afterEach, mock, test } from 'node:test';
import './assets/pages/chargers-page.js';
import './assets/pages/keys-page.js';
import { text } from './template.js';

const LOST = () => Promise.reject(new TypeError('network error'));

/** The calls, as method, path and Idempotency-Key. @type {string[][]} */
let calls;

afterEach(() => mock.reset());

/** The answers to the calls, in order: a function, or the content of a response. @param {any[]} answers */
function server(answers) {
  calls = [];
  mock.method(globalThis, 'fetch', async (/** @type {string} */ path, /** @type {any} */ { method, headers }) => {
    calls.push([method, path.replace('/portal/api/live', ''), headers['Idempotency-Key']]);
    const answer = answers.shift();
    return typeof answer === 'function'
      ? answer()
      : new Response(answer && JSON.stringify(answer), { headers: { 'Content-Type': 'application/json' } });
  });
}

/** A page whose form is sent as often as the test likes. @param {string} tag @param {any} read @returns {any} */
function form(tag, read) {
  const page = new /** @type {any} */ (customElements.get(tag))();
  page.mode = 'live';
  page.read = read;
  page.creation = (/** @type {any} */ _inputs, /** @type {string} */ _verb, /** @type {any} */ make) => (page.send = make);
  page.content(read);
  return page;
}

/** @param {Record<string, string>} fields */
function filled(fields) {
  const data = new FormData();
  Object.entries(fields).forEach(([name, value]) => data.set(name, value));
  return data;
}

test('a key whose replacement was lost as well leaves no other key', async () => {
  const page = form('keys-page', []);
  const send = () => page.send(filled({ name: 'billing' }));
  server([LOST, { id: '1' }, LOST, { id: '1' }, null, LOST, { id: '2' }, null, { id: '3', key: 'secret' }]);
  await assert.rejects(send);
  await assert.rejects(send);
  await assert.rejects(send);
  await send();
  assert.deepEqual(calls.map(([method, path]) => `${method} ${path}`), [
    'POST /auth/api-keys',
    'POST /auth/api-keys',
    'DELETE /auth/api-keys/1',
    'POST /auth/api-keys',
    'DELETE /auth/api-keys/1',
    'POST /auth/api-keys',
    'POST /auth/api-keys',
    'DELETE /auth/api-keys/2',
    'POST /auth/api-keys',
  ]);
  const [first, again, , third, , replacement, replayed, , last] = calls.map(([, , key]) => key);
  assert.equal(new Set([first, again, third]).size, 1);
  assert.equal(replacement, replayed);
  assert.equal(new Set([first, replacement, last]).size, 3);
  assert.equal(page.made.key, 'secret');
});

test('a charger whose new password was lost as well gets another one', async () => {
  const page = form('chargers-page', { chargers: [], refused: { handshakes: [] } });
  const send = () => page.send(filled({ chargeBoxId: 'CP-1', name: '' }));
  server([LOST, { chargeBoxId: 'CP-1' }, LOST, { chargeBoxId: 'CP-1' }, { password: 'secret' }]);
  await assert.rejects(send);
  await assert.rejects(send);
  await send();
  const registrations = calls.filter(([, path]) => path === '/chargers');
  assert.equal(new Set(registrations.map(([, , key]) => key)).size, 1);
  assert.equal(registrations.length, 3);
  assert.equal(page.made.password, 'secret');
});

test('the link to the form for a new key is there only beside a list of keys', () => {
  const page = new /** @type {any} */ (customElements.get('keys-page'))();
  page.mode = 'test';
  const key = { id: '1', name: 'billing', prefix: 'plug_live_abcd****', createdAt: '2026-01-31T09:00:00Z' };
  assert.doesNotMatch(text(page.content([{ ...key, mode: 'live' }])), /#new/);
  assert.match(text(page.content([{ ...key, mode: 'test' }])), /#new/);
});
