import assert from 'node:assert/strict';
import { test } from 'node:test';
import { text } from './template.js';

process.env.TZ = 'Asia/Tokyo';
const { barChart, lineChart } = await import('./assets/ui/charts.js');

const BEGIN = Date.parse('2026-01-31T15:00:00Z');
const MINUTE = 60_000;

/** The labels of a chart's scale, from its top to its bottom. @param {unknown} chart */
function scale(chart) {
  const labels = text(chart).split('class="scale"')[1].split('</div>')[0];
  return [...labels.matchAll(/<span>(.*?)<\/span>/g)].map((label) => label[1]);
}

/** @param {number[]} values */
function line(...values) {
  return lineChart('Energy', 'kWh', values.map((value, at) => ({ at, value })));
}

/** @param {number[]} values */
function bars(...values) {
  return barChart('Calls', 'call', values.map((value, i) => ({ name: `${i}`, value })));
}

test('the middle of a scale is exact', () => {
  assert.deepEqual(scale(line(0, 0.001)), ['0.02', '0.01', '0']);
  assert.deepEqual(scale(line(0, 0.03)), ['0.1', '0.05', '0']);
  assert.deepEqual(scale(line(0, 0.4)), ['0.5', '0.25', '0']);
  assert.deepEqual(scale(line(-0.03, 0.2)), ['0.2', '0.05', '-0.1']);
  assert.deepEqual(scale(line(0, 4)), ['5', '2.5', '0']);
});

test('calls are counted in whole numbers', () => {
  assert.deepEqual(scale(bars(1, 0)), ['2', '1', '0']);
  assert.deepEqual(scale(bars(3, 4)), ['10', '5', '0']);
  assert.deepEqual(scale(bars(11)), ['20', '10', '0']);
});

test('a chart without a value above zero has a scale', () => {
  assert.deepEqual(scale(line(0, 0)), ['1', '0.5', '0']);
  assert.deepEqual(scale(bars(0, 0)), ['2', '1', '0']);
});

/** The texts of the elements of this class, without markup. @param {unknown} chart @param {string} name */
function labels(chart, name) {
  return [...text(chart).matchAll(new RegExp(`class="${name}"[^>]*>([^]*?)</div>`, 'g'))]
    .flatMap(([, label]) => label.split('</span>').map((part) => part.replace(/<[^>]*>/g, '').trim()).filter(Boolean));
}

/** @param {unknown} chart */
function words(chart) {
  return /aria-label=(.*)>/.exec(text(chart))?.[1] ?? '';
}

/** @param {number} minutes after the begin */
function local(minutes) {
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'short', timeStyle: 'medium', timeZone: 'Asia/Tokyo' })
    .format(BEGIN + minutes * MINUTE);
}

test('the axes of a line have a unit, and times in the zone of the reader', () => {
  const chart = lineChart('Power', 'kW', [0, 10, 60].map((at) => ({ at: BEGIN + at * MINUTE, value: at })));
  assert.deepEqual(labels(chart, 'unit'), ['kW']);
  assert.deepEqual(labels(chart, 'ends'), [local(0), local(30), local(60)]);
  assert.deepEqual(labels(chart, 'axis'), ['Local time (Asia/Tokyo)']);
  assert.match(words(chart), /3 values from 0 to 60 kW, at last 60 kW/);
  assert.ok(words(chart).endsWith(`; from ${local(0)} to ${local(60)}, local time (Asia/Tokyo)`), words(chart));
});

test('a single value has a single time', () => {
  const chart = lineChart('Power', 'kW', [{ at: BEGIN, value: 7 }]);
  assert.deepEqual(labels(chart, 'ends'), [local(0)]);
  assert.match(words(chart), /^Power: 7 kW at /);
});

test('the axes of bars have a unit and days', () => {
  const chart = barChart('Calls', 'call', [
    { name: '2026-01-30', value: 1 }, { name: '2026-01-31', value: 0 },
  ], 'UTC day');
  assert.deepEqual(labels(chart, 'unit'), ['calls']);
  assert.deepEqual(labels(chart, 'ends'), ['2026-01-30', '2026-01-31']);
  assert.deepEqual(labels(chart, 'axis'), ['UTC day']);
  assert.equal(words(chart), 'Calls from 2026-01-30 to 2026-01-31; most on 2026-01-30: 1 call');
  assert.match(text(chart), /<title>2026-01-30: 1 call<\/title>[^]*<title>2026-01-31: 0 calls<\/title>/);
});
