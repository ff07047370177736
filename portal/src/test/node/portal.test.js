import assert from 'node:assert/strict';
import { test } from 'node:test';
// Before the document of this test, in which it would render.
import 'lit';
import { server } from './stage.js';
import { text } from './template.js';

const browser = /** @type {any} */ (globalThis);
browser.location = new URL('http://localhost/portal/live/overview');
browser.history = { state: null };
browser.window = Object.assign(new EventTarget(), { scrollTo() {} });
browser.document = new EventTarget();
const page = browser.document;
browser.BroadcastChannel = class {
  postMessage() {}
};
await import('./assets/portal.js');

/** @type {any} */
const portal = new /** @type {any} */ (customElements.get('plugstream-portal'))();

async function settle() {
  for (let turn = 0; turn < 50; turn++) {
    await new Promise(setImmediate);
  }
}

test('the problem of a sign-out leaves the screen with the page', async () => {
  Object.assign(portal, { update() {}, querySelector: () => null, who: { subject: 'ada', organisationId: null } });
  server(() => {
    throw new TypeError('network error');
  });
  const frame = portal.render();
  const signOut = frame.values.find((/** @type {any} */ value) => value?.name === '#signOut');
  await signOut.call(portal);
  assert.match(text(portal.render()), /No answer/);
  browser.location = new URL('http://localhost/portal/live/nothing');
  browser.window.dispatchEvent(new Event('popstate'));
  await settle();
  assert.doesNotMatch(text(portal.render()), /No answer/);
});

/**
 * Whether an event at an element has its effect.
 *
 * @param {string} type
 * @param {object} fields
 * @param {string} selector
 */
function isEffective(type, fields, selector) {
  const event = Object.assign(new Event(type, { cancelable: true }), fields);
  Object.defineProperty(event, 'target', { value: { closest: (/** @type {string} */ wanted) => (wanted.startsWith(selector) ? {} : null) } });
  let arrived = false;
  page.addEventListener(type, () => (arrived = true), { once: true });
  page.dispatchEvent(event);
  return arrived && !event.defaultPrevented;
}

test('the second click of a double click on a button has no effect', () => {
  const click = (/** @type {number} */ detail, selector = 'button') => isEffective('click', { detail }, selector);
  assert.deepEqual([0, 1, 2, 3].map((detail) => click(detail)), [true, true, false, false]);
  assert.equal(click(2, 'summary'), true);
});

test('a key that is held down presses a button once', () => {
  const press = (/** @type {string} */ key, /** @type {boolean} */ repeat, selector = 'button') =>
    isEffective('keydown', { detail: 0, key, repeat }, selector);
  assert.equal(press('Enter', false), true);
  assert.equal(press('Enter', true), false);
  assert.equal(press('Tab', true), true);
  assert.equal(press('Enter', true, 'textarea'), true);
});
