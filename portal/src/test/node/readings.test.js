import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readings } from './assets/transactions/readings.js';

const BEGIN = '2026-01-31T09:00:00.000Z';
const HALF = '2026-01-31T09:30:00.000Z';
const END = '2026-01-31T10:00:00.000Z';
const ACTIVE = { startedAt: BEGIN, meterStart: 1_000, stoppedAt: null, energyWh: null };
const OVER = { ...ACTIVE, stoppedAt: END, energyWh: 6_000 };

/**
 * @param {string} timestamp
 * @param {string} measurand
 * @param {number | null} value
 * @param {object} [more]
 */
function value(timestamp, measurand, value, more = {}) {
  return { timestamp, measurand, value, unit: '', ...more };
}

/**
 * @param {string} timestamp
 * @param {number} wattHours
 */
function energy(timestamp, wattHours) {
  return value(timestamp, 'Energy.Active.Import.Register', wattHours);
}

/** Asserts that each point of the charts is in the table. @param {ReturnType<typeof readings>} read */
function standInTheTable(read) {
  const of = (/** @type {'energyWh' | 'powerW'} */ name) => read.rows
    .filter((row) => row[name] !== undefined)
    .map((row) => ({ at: Date.parse(row.timestamp), value: row[name] }));
  assert.deepEqual(read.energy, of('energyWh'));
  assert.deepEqual(read.power, of('powerW'));
}

test('the charts and the table of a session without readings show its start and end', () => {
  const read = readings(OVER, []);
  assert.deepEqual(read.energy.map((point) => point.value), [0, 6_000]);
  assert.deepEqual(read.power.map((point) => point.value), [6_000]);
  assert.equal(read.rows.length, 2);
  standInTheTable(read);
});

test('without reported power, it is the average between two readings of energy', () => {
  const read = readings(OVER, [energy(HALF, 3_000)]);
  assert.ok(read.computed);
  assert.deepEqual(read.power.map((point) => point.value), [4_000, 8_000]);
  assert.deepEqual(read.rows.map((row) => row.timestamp), [BEGIN, HALF, END]);
  standInTheTable(read);
});

test('reported power is shown unchanged', () => {
  const read = readings(ACTIVE, [energy(HALF, 3_000), value(HALF, 'Power.Active.Import', 7_400)]);
  assert.ok(!read.computed);
  assert.deepEqual(read.power, [{ at: Date.parse(HALF), value: 7_400 }]);
  assert.equal(read.rows.length, 2);
  standInTheTable(read);
});

test('the power of the phases is added up, unless the total is reported too', () => {
  const phases = ['L1', 'L2', 'L3'].map((phase) => value(HALF, 'Power.Active.Import', 1_000, { phase }));
  assert.deepEqual(readings(ACTIVE, phases).power.map((point) => point.value), [3_000]);
  const whole = value(HALF, 'Power.Active.Import', 3_100);
  assert.deepEqual(readings(ACTIVE, [...phases, whole]).power.map((point) => point.value), [3_100]);
  assert.equal(readings(ACTIVE, phases).rows[1].others.length, 3);
});

test('signed readings and those of other locations count as neither power nor energy', () => {
  const read = readings(ACTIVE, [
    value(HALF, 'Power.Active.Import', 9_000, { location: 'Inlet' }),
    value(HALF, 'Energy.Active.Import.Register', null, { format: 'SignedData', raw: '<b>' }),
    value(HALF, 'SoC', 50),
  ]);
  assert.deepEqual([read.energy.length, read.power.length], [1, 0]);
  assert.equal(read.rows[1].others.length, 3);
});

test('a transaction with an unknown start begins with its first reading', () => {
  const orphan = { startedAt: null, meterStart: null, stoppedAt: END, energyWh: null };
  const read = readings(orphan, [energy(BEGIN, 500), energy(HALF, 800)]);
  assert.deepEqual(read.energy.map((point) => point.value), [0, 300]);
});

test('a reading at the time of the start or the end gets no separate row', () => {
  const read = readings(OVER, [energy(BEGIN, 1_000), energy(END, 7_000)]);
  assert.equal(read.rows.length, 2);
  assert.deepEqual(read.energy.map((point) => point.value), [0, 6_000]);
});

test('a meter below its start tells no energy, and one that went back no power', () => {
  const begunAnew = readings({ ...OVER, energyWh: -400 }, [energy(HALF, 3_000), energy('2026-01-31T09:45:00.000Z', 200)]);
  assert.deepEqual(begunAnew.energy.map((point) => point.value), [0, 2_000]);
  assert.deepEqual(begunAnew.power.map((point) => point.value), [4_000]);
  assert.deepEqual(begunAnew.rows[2].others.map((one) => one.value), [200]);
  const wentBack = readings({ ...OVER, energyWh: 500 }, [energy(HALF, 3_000)]);
  assert.deepEqual(wentBack.power.map((point) => point.value), [4_000]);
});
