import { html, nothing } from 'lit';
import { repeat } from 'lit-html/directives/repeat.js';
import { EVENT_NAMES } from '../events/names.js';
import { Timeline } from '../events/timeline.js';
import { address, queryValue } from '../ui/address.js';
import { filters } from '../ui/filters.js';
import { Page } from '../ui/page.js';
import { time } from '../ui/time.js';

/** The largest number of events on screen. */
const MOST = 200;

/** @typedef {import('../events/timeline.js').Happened} Happened */

/**
 * Events as they happen, newest first. The user can pause the list. The page loads nothing: the portal keeps the events
 * of the stream, also while other pages are shown.
 */
class EventsPage extends Page {
  static properties = {
    timeline: { attribute: false },
    paused: { state: true },
    waiting: { state: true },
  };

  constructor() {
    super();
    this.timeline = new Timeline();
    /** The events on screen while the list is paused. @type {Happened[] | undefined} */
    this.paused = undefined;
    /** The number of events that arrived while the list was paused. */
    this.waiting = 0;
  }

  /** @param {Map<PropertyKey, unknown>} changed */
  willUpdate(changed) {
    super.willUpdate(changed);
    if (changed.has('query')) {
      this.timeline.filter(matching(this.query));
      if (this.paused) {
        this.#pause();
      }
    }
  }

  get paths() {
    const event = queryValue(this.query, 'event');
    const chargeBoxId = queryValue(this.query, 'chargeBoxId');
    const wanted = new URLSearchParams({ ...(event && { events: event }), ...(chargeBoxId && { chargeBoxId }) });
    return [wanted.size === 0 ? '/events' : `/events?${wanted}`];
  }

  anew() {
    this.requestUpdate();
  }

  /** @param {Happened} event */
  receive(event) {
    if (!this.paused) {
      this.requestUpdate();
    } else if (this.timeline.matches(event)) {
      this.waiting++;
    }
  }

  #togglePause() {
    if (this.paused) {
      this.paused = undefined;
    } else {
      this.#pause();
    }
  }

  #pause() {
    this.paused = this.timeline.found;
    this.waiting = 0;
  }

  #clear() {
    this.timeline.clear();
    if (this.paused) {
      this.#pause();
    }
    this.requestUpdate();
  }

  above() {
    return html`
      <h1>Live events</h1>
      <p>
        The events of your chargers, as webhooks get them. Programs read them with <code>GET /api/v1/events</code>.
      </p>
      ${filters('Events', this.query, 'All events', (values) => address(this.mode, 'events', undefined, values), [
        { name: 'event', label: 'Event', options: EVENT_NAMES },
        { name: 'chargeBoxId', label: 'Charger', maxLength: 48 },
      ])}
      <div class="actions">
        <button type="button" @click=${this.#togglePause}>${this.paused ? 'Resume the list' : 'Pause the list'}</button>
        <button type="button" @click=${this.#clear}>Clear the list</button>
      </div>
      <p role="status" class="quiet">${this.paused ? `Paused. New events: ${this.waiting}.` : ''}</p>
    `;
  }

  content() {
    const { mayBeIncomplete, isCut, found } = this.timeline;
    const events = this.paused ?? found;
    const shown = events.slice(0, MOST);
    return html`
      ${mayBeIncomplete
        ? html`<p class="note">Events may be missing in this list: none arrive while the connection is interrupted or another mode is open.</p>`
        : nothing}
      ${shown.length === 0
        ? html`<p class="note">No ${this.query ? 'such ' : ''}event since ${this.timeline.since}. Events appear here as they happen.</p>`
        : html`<ol class="happenings" data-test="events">${repeat(shown, (one) => one.eventId, (one) => this.#row(one))}</ol>`}
      ${events.length > MOST ? html`<p class="quiet">Only the newest ${MOST} are shown.</p>` : nothing}
      ${this.query && isCut ? html`<p class="quiet">The oldest events were dropped before the filter was set.</p>` : nothing}
    `;
  }

  /** @param {Happened} one */
  #row(one) {
    const { chargeBoxId, transactionId, connectorId, status } = one.data;
    return html`
      <li>
        <code>${one.event}</code>
        <a href=${address(this.mode, 'chargers', chargeBoxId)}>${chargeBoxId}</a>
        ${connectorId === undefined ? nothing : html`connector ${connectorId}`}
        ${status ?? nothing}
        ${transactionId === undefined
          ? nothing
          : html`<a href=${address(this.mode, 'transactions', transactionId)}>transaction ${transactionId}</a>`}
        <span class="quiet">${time(one.timestamp)}</span>
        <details>
          <summary>JSON</summary>
          <pre>${JSON.stringify(one, null, 2)}</pre>
        </details>
      </li>
    `;
  }
}

/**
 * Whether an event matches the filters of the address.
 *
 * @param {string} query
 * @returns {(event: Happened) => boolean}
 */
function matching(query) {
  const event = queryValue(query, 'event');
  const charger = queryValue(query, 'chargeBoxId');
  return (one) => (event === '' || one.event === event) && (charger === '' || one.data.chargeBoxId === charger);
}

customElements.define('events-page', EventsPage);
