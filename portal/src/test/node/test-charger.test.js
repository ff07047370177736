import assert from 'node:assert/strict';
import { test } from 'node:test';
import './assets/chargers/test-charger.js';
import { bound, opened, pass, problemOf, server } from './stage.js';
import { text } from './template.js';

const RUNS = 'A scenario is already running at this charger.';

/** A test charger at which a scenario runs until `isOver`; other actions meanwhile get this refusal. @param {() => any} refusal */
async function running(refusal) {
  const state = { isOver: false };
  server((path, { method }) => {
    if (path.endsWith('/actions')) {
      return refusal();
    }
    return method === 'POST' ? { id: 'run' } : { status: state.isOver ? 'succeeded' : 'running' };
  });
  const element = opened('test-charger', { chargeBoxId: 'TEST-1', simulation: { simulated: true } });
  const browser = /** @type {any} */ (globalThis);
  const { FormData } = browser;
  browser.FormData = class {
    get() {
      return 'normalSession';
    }
  };
  await bound(element.render(), '@submit=')[0].call(element, { preventDefault() {}, target: {} });
  browser.FormData = FormData;
  return { element, state };
}

/** Presses the first button: a car is plugged in. @param {any} element */
function plugIn(element) {
  return bound(element.render(), '@click=')[0]();
}

test('a refusal because a scenario runs leaves the screen when the scenario ends', async () => {
  const { element, state } = await running(() => problemOf(409, 'conflict', RUNS));
  await plugIn(element);
  await pass(500);
  assert.match(text(element.render()), /A car charges: under way/);
  assert.match(text(element.render()), new RegExp(RUNS));
  state.isOver = true;
  await pass(10_000);
  assert.match(text(element.render()), /A car charges: succeeded/);
  assert.doesNotMatch(text(element.render()), new RegExp(RUNS));
});

test('another problem of an action stays when a scenario ends', async () => {
  const { element, state } = await running(() => problemOf(503, 'unavailable', 'Kafka is away.'));
  await plugIn(element);
  state.isOver = true;
  await pass(10_000);
  assert.match(text(element.render()), /A car charges: succeeded/);
  assert.match(text(element.render()), /Kafka is away/);
});
