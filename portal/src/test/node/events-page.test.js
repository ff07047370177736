import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Timeline } from './assets/events/timeline.js';
import './assets/pages/events-page.js';
import { bound, opened } from './stage.js';
import { text } from './template.js';

test('a paused list counts only the new events that match its filter', () => {
  const timeline = new Timeline();
  const live = Object.assign(new EventTarget(), { lastEventAt: -Infinity });
  timeline.record(live);
  const page = opened('events-page', { live, timeline, query: '?chargeBoxId=CP-1' });
  page.willUpdate(new Map([['query', '']]));
  const happens = (/** @type {string} */ chargeBoxId) => live.dispatchEvent(new CustomEvent('event', {
    detail: { eventId: crypto.randomUUID(), event: 'charger.boot', timestamp: '2026-01-31T09:00:00.000Z', data: { chargeBoxId } },
  }));
  bound(page.above(), '@click=').find((act) => act.name === '#togglePause').call(page);
  happens('CP-2');
  assert.match(text(page.above()), /Paused\. New events: 0\./);
  happens('CP-1');
  assert.match(text(page.above()), /Paused\. New events: 1\./);
});
