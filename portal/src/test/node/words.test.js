import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blank, valueOf } from './assets/commands/fields.js';
import { mayBeginTransaction } from './assets/commands/words.js';
import { address, localMoment, moment, queryValues } from './assets/ui/address.js';
import { charged } from './assets/transactions/words.js';
import { duration } from './assets/ui/amount.js';
import { failuresOf } from './assets/webhooks/words.js';

test('an id may contain any character', () => {
  assert.equal(address('live', 'chargers', "a/b?c#d'e%<f>"), '/portal/live/chargers/a%2Fb%3Fc%23d%27e%25%3Cf%3E');
  assert.equal(address('test', 'transactions', 7, { status: '', chargeBoxId: 'a&b' }), '/portal/test/transactions/7?chargeBoxId=a%26b');
});

test('empty and other parameters of a query are left out', () => {
  assert.deepEqual(queryValues('?status=&from=a%26b&cursor=c', ['status', 'from', 'to']), { from: 'a&b' });
});

test('a time stays the same after it was shown in a field', () => {
  assert.equal(moment(localMoment('2026-01-31T09:00:01.000Z')), '2026-01-31T09:00:01.000Z');
  assert.deepEqual([moment(''), localMoment('yesterday')], ['', '']);
});

test('a time of the hour that comes twice stays the same', () => {
  const zone = process.env.TZ;
  process.env.TZ = 'Europe/Berlin';
  const [first, second] = ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'];
  assert.equal(localMoment(second), localMoment(first));
  assert.equal(moment('2026-10-25T02:30', second), second);
  assert.equal(moment('2026-10-25T02:31', second), '2026-10-25T00:31:00.000Z');
  process.env.TZ = zone ?? '';
});

test('a duration is given in its largest units', () => {
  assert.equal(duration('2026-01-31T09:00:00Z', '2026-01-31T09:00:59Z'), '59 s');
  assert.equal(duration('2026-01-31T09:00:00Z', '2026-01-31T11:05:00Z'), '2 h 5 min');
});

test('a form starts with the required fields, and invalid texts are kept unchanged', () => {
  const schema = /** @type {import('./assets/commands/actions.js').Schema} */ ({
    type: 'object',
    required: ['key', 'value', 'list', 'inner'],
    properties: {
      key: { type: 'string' },
      value: { type: 'string' },
      list: { type: 'array', items: { type: 'integer' } },
      inner: { type: 'object', required: [], properties: {} },
      wanted: { type: 'integer' },
    },
  });
  assert.deepEqual(blank(schema), { value: '', list: [''], inner: {} });
  assert.deepEqual(['7', '-7', '7.5', '1e3', ' 7', ''].map((text) => valueOf('n', { type: 'integer' }, text)),
    [7, -7, '7.5', '1e3', ' 7', undefined]);
  assert.deepEqual(['7', '-7'].map((text) => valueOf('n', { type: 'integer', minimum: 0 }, text)), [7, '-7']);
  assert.deepEqual(['0.1', '0.15'].map((text) => valueOf('n', { type: 'number', multipleOf: 0.1 }, text)), [0.1, '0.15']);
  assert.deepEqual(['true', 'yes'].map((text) => valueOf('b', { type: 'boolean' }, text)), [true, 'yes']);
});

test('energy that is not known is said in words', () => {
  const completed = { status: 'completed', meterStop: 500 };
  assert.equal(charged({ ...completed, energyWh: -400 }), 'unknown: the meter is below its start');
  assert.equal(charged({ ...completed, energyWh: 400 }), '0.4\u00a0kWh');
  assert.equal(charged({ status: 'active', meterStop: null, energyWh: null }), '');
  assert.equal(charged({ status: 'orphaned', meterStop: 500, energyWh: null }), 'unknown: 0.5\u00a0kWh on the meter at the end');
});

test('failures of the newest deliveries are counted in words', () => {
  const words = [[0, 0], [1, 1], [2, 0], [2, 1], [100, 100]].map(([ended, failed]) => failuresOf({ ended, failed, last: null }));
  assert.deepEqual(words, ['', '', 'None of the last 2 failed.', '1 of the last 2 failed.', 'All of the last 100 failed.']);
});

test('a remote start may begin a transaction unless the charger certainly did not execute it', () => {
  const start = (/** @type {string} */ status, /** @type {string=} */ code) => mayBeginTransaction(
    { action: 'RemoteStartTransaction', transactionId: null, status, error: code ? { code, message: '' } : null });
  for (const status of ['sent', 'accepted', 'timed_out']) {
    assert.ok(start(status), status);
  }
  for (const code of ['ConnectionLost', 'UnreadableAnswer']) {
    assert.ok(start('failed', code), code);
  }
  assert.equal(start('rejected'), false);
  for (const code of ['LineFull', 'NotSupported']) {
    assert.equal(start('failed', code), false, code);
  }
});
