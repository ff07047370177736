import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barChart, lineChart } from './assets/ui/charts.js';
import { text } from './template.js';

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
  return barChart('Calls', 'calls', values.map((value, i) => ({ name: `${i}`, value })));
}

test('the middle of a scale is exact', () => {
  assert.deepEqual(scale(line(0, 0.001)), ['0.02 kWh', '0.01', '0']);
  assert.deepEqual(scale(line(0, 0.03)), ['0.1 kWh', '0.05', '0']);
  assert.deepEqual(scale(line(0, 0.4)), ['0.5 kWh', '0.25', '0']);
  assert.deepEqual(scale(line(-0.03, 0.2)), ['0.2 kWh', '0.05', '-0.1']);
  assert.deepEqual(scale(line(0, 4)), ['5 kWh', '2.5', '0']);
});

test('calls are counted in whole numbers', () => {
  assert.deepEqual(scale(bars(1, 0)), ['2 calls', '1', '0']);
  assert.deepEqual(scale(bars(3, 4)), ['10 calls', '5', '0']);
  assert.deepEqual(scale(bars(11)), ['20 calls', '10', '0']);
});

test('a chart without a value above zero has a scale', () => {
  assert.deepEqual(scale(line(0, 0)), ['1 kWh', '0.5', '0']);
  assert.deepEqual(scale(bars(0, 0)), ['2 calls', '1', '0']);
});
