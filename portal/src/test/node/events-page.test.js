import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Timeline } from './assets/events/timeline.js';
import './assets/pages/events-page.js';
import './assets/pages/overview-page.js';
import { bound, opened } from './stage.js';
import { text } from './template.js';

const NOTHING = { counts: { total: 0, online: 0, offline: 0 }, inTestMode: 0 };

test('an empty list says since when it is', () => {
  const timeline = new Timeline();
  const pages = ['events-page', 'overview-page'].map((tag) => opened(tag, { timeline, load: async () => NOTHING }));
  for (const page of pages) {
    assert.match(text(page.content(NOTHING)), /No event since the portal was opened\./);
  }
  timeline.clear();
  for (const page of pages) {
    assert.match(text(page.content(NOTHING)), /No event since the list was cleared\./);
  }
});

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
