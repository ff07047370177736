import { html, nothing } from 'lit';
import { repeat } from 'lit-html/directives/repeat.js';
import { EVENT_NAMES } from '../events/names.js';
import { withEvent } from '../events/timeline.js';
import { address, queryValue } from '../ui/address.js';
import { filters } from '../ui/filters.js';
import { Page } from '../ui/page.js';
import { time } from '../ui/time.js';

/** The largest number of events on screen. */
const MOST = 200;
/** More are kept, so that events which a filter hides do not push out those that it shows. */
const KEPT = 2_000;

/**
 * Events as they happen, newest first. The user can pause the list. The page loads nothing: all events come from the
 * stream that every page has.
 *
 * @typedef {{eventId: string, event: string, timestamp: string, data: any}} Happened
 */
class EventsPage extends Page {
  static properties = {
    happened: { state: true },
    waiting: { state: true },
    isPaused: { state: true },
    mayBeIncomplete: { state: true },
  };

  constructor() {
    super();
    /** @type {Happened[]} */
    this.happened = [];
    /** Events that arrived while the list was paused. @type {Happened[]} */
    this.waiting = [];
    this.isPaused = false;
    /** Whether events may be missing in the list. */
    this.mayBeIncomplete = false;
  }

  anew() {
    this.mayBeIncomplete = this.happened.length + this.waiting.length > 0;
  }

  /** @param {Happened} event */
  receive(event) {
    if (this.isPaused) {
      this.waiting = withEvent(this.waiting, event, KEPT);
    } else {
      this.happened = withEvent(this.happened, event, KEPT);
    }
  }

  #togglePause() {
    this.isPaused = !this.isPaused;
    if (!this.isPaused) {
      this.happened = this.waiting.reduceRight((all, one) => withEvent(all, one, KEPT), this.happened);
      this.waiting = [];
    }
  }

  #clear() {
    this.happened = [];
    this.waiting = [];
    this.mayBeIncomplete = false;
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
        <button type="button" aria-pressed=${this.isPaused ? 'true' : 'false'} @click=${this.#togglePause}>Pause the list</button>
        <button type="button" @click=${this.#clear}>Clear the list</button>
      </div>
      <p role="status" class="quiet">${this.isPaused ? `Paused. New events: ${this.waiting.length}.` : ''}</p>
    `;
  }

  content() {
    const event = queryValue(this.query, 'event');
    const charger = queryValue(this.query, 'chargeBoxId');
    const found = this.happened.filter((one) =>
      (event === '' || one.event === event) && (charger === '' || one.data.chargeBoxId === charger));
    const shown = found.slice(0, MOST);
    return html`
      ${this.mayBeIncomplete
        ? html`<p class="note">The connection was interrupted. Events of that time may be missing in this list.</p>`
        : nothing}
      ${shown.length === 0
        ? html`<p class="note">No ${this.query ? 'such ' : ''}event since this page was opened. Events appear here as they happen.</p>`
        : html`<ol class="happenings" data-test="events">${repeat(shown, (one) => one.eventId, (one) => this.#row(one))}</ol>`}
      ${found.length > MOST ? html`<p class="quiet">Only the newest ${MOST} are shown.</p>` : nothing}
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

customElements.define('events-page', EventsPage);
