import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { Timeline } from './assets/events/timeline.js';

/** @type {Timeline} */
let timeline;
/** @type {EventTarget} */
let live;

beforeEach(() => {
  timeline = new Timeline();
  live = new EventTarget();
  timeline.record(live);
});

/** @param {string} chargeBoxId @param {string} timestamp */
function happens(chargeBoxId, timestamp = '2026-01-31T09:00:00.000Z') {
  const detail = { eventId: crypto.randomUUID(), event: 'charger.boot', timestamp, data: { chargeBoxId } };
  live.dispatchEvent(new CustomEvent('event', { detail }));
}

/** @param {number} number */
function othersHappen(number) {
  for (let i = 0; i < number; i++) {
    happens('BUSY');
  }
}

function charger() {
  return timeline.found.map((one) => one.data.chargeBoxId);
}

test('the event that arrived last comes first, whatever the clocks of the chargers say', () => {
  happens('AHEAD', '2026-01-31T09:05:00.000Z');
  happens('BEHIND', '2026-01-24T09:00:00.000Z');
  assert.deepEqual(charger(), ['BEHIND', 'AHEAD']);
});

test('a filter finds the events of a rare charger, however many others come after it was set', () => {
  happens('RARE');
  othersHappen(1_500);
  timeline.filter((one) => one.data.chargeBoxId === 'RARE');
  othersHappen(5_000);
  happens('RARE');
  assert.deepEqual(charger(), ['RARE', 'RARE']);
  assert.equal(timeline.all.length, 2_000);
  assert.ok(!timeline.isCut);
});

test('a filter says that earlier events were dropped before it was set', () => {
  happens('RARE');
  othersHappen(2_000);
  timeline.filter((one) => one.data.chargeBoxId === 'RARE');
  assert.deepEqual(charger(), []);
  assert.ok(timeline.isCut);
});

test('events may be missing after a gap of the stream, and between two streams, until the list is cleared', () => {
  live.dispatchEvent(new Event('anew'));
  assert.ok(!timeline.mayBeIncomplete);
  happens('CP-1');
  live.dispatchEvent(new Event('anew'));
  assert.ok(timeline.mayBeIncomplete);
  timeline.clear();
  assert.deepEqual([timeline.mayBeIncomplete, timeline.found, timeline.all], [false, [], []]);
  happens('CP-1');
  timeline.record(new EventTarget());
  assert.ok(timeline.mayBeIncomplete);
});

test('events may be missing after a gap in which the list was empty, too', () => {
  live.dispatchEvent(new Event('anew'));
  assert.ok(!timeline.mayBeIncomplete);
  live.dispatchEvent(new Event('anew'));
  assert.ok(timeline.mayBeIncomplete);
});

test('events may be missing between two streams without an event', () => {
  live.dispatchEvent(new Event('anew'));
  timeline.record(new EventTarget());
  assert.ok(timeline.mayBeIncomplete);
});
