import { html, nothing } from 'lit';
import { repeat } from 'lit-html/directives/repeat.js';
import { call } from '../api/client.js';
import { Timeline } from '../events/timeline.js';
import { address } from '../ui/address.js';
import { counted } from '../ui/amount.js';
import { Page } from '../ui/page.js';
import { time } from '../ui/time.js';

/** The number of current events. */
const MOST = 20;

/** First steps, ticked off by the real state, and current events. */
class OverviewPage extends Page {
  static properties = { timeline: { attribute: false } };

  constructor() {
    super();
    this.timeline = new Timeline();
  }

  receive() {
    this.requestUpdate();
  }

  async load() {
    const [{ apiKeys }, counts, { transactions }, { limits }] = await Promise.all([
      call(this.mode, 'GET', '/auth/api-keys'),
      call(this.mode, 'GET', '/chargers/summary'),
      call(this.mode, 'GET', '/transactions?limit=1'),
      call(this.mode, 'GET', '/organisation'),
    ]);
    const keys = apiKeys.filter((key) => key.mode === this.mode);
    return {
      counts,
      key: keys.length > 0,
      used: keys.some((key) => key.lastUsed),
      charger: counts.total > 0,
      inTestMode: this.mode === 'live' && counts.total === 0 ? (await call('test', 'GET', '/chargers/summary')).total : 0,
      seen: counts.online > 0 || transactions.length > 0 || (counts.total > 0 && (await this.#hasSeenOne())),
      transaction: transactions.length > 0,
      mayHaveWebhooks: limits.webhooks > 0,
      webhook: limits.webhooks > 0 && (await call(this.mode, 'GET', '/webhooks')).webhooks.length > 0,
    };
  }

  /** Whether one of the first chargers was connected before. */
  async #hasSeenOne() {
    const { chargers } = await call(this.mode, 'GET', '/chargers?limit=200');
    return chargers.some((charger) => charger.lastSeen);
  }

  isAffectedBy(/** @type {any} */ event) {
    return ['charger.connected', 'charger.disconnected', 'transaction.started'].includes(event.event);
  }

  showsList(/** @type {string} */ list) {
    return ['keys', 'chargers', 'webhooks', 'organisation'].includes(list);
  }

  above() {
    return html`<h1>Overview</h1>`;
  }

  content(/** @type {import('../ui/page.js').Read<OverviewPage>} */ done) {
    const happened = this.timeline.all.slice(0, MOST);
    const to = (/** @type {string} */ page) => `/portal/${this.mode}/${page}`;
    return html`
      <ul class="counts" aria-label="Chargers" data-test="counts">
        <li><a href=${to('chargers')}><strong>${done.counts.total}</strong> ${done.counts.total === 1 ? 'charger' : 'chargers'}</a></li>
        <li><a href="${to('chargers')}?status=online"><strong>${done.counts.online}</strong> online</a></li>
        <li><a href="${to('chargers')}?status=offline"><strong>${done.counts.offline}</strong> offline</a></li>
      </ul>
      <h2>First steps</h2>
      <ol>
        ${step(done.key, html`<a href=${to('keys')}>Create an API key</a>`)}
        ${step(done.used, html`<a href="/docs" target="_blank">Call the API with it</a>`)}
        ${step(done.charger, html`<a href=${to('chargers')}>Register a charger</a>`)}
        ${step(done.seen, html`<a href=${to('chargers')}>See it connect</a>`)}
        ${step(done.transaction, html`<a href=${to('transactions')}>See it charge</a>`)}
        ${done.mayHaveWebhooks ? step(done.webhook, html`<a href=${to('webhooks')}>Receive its events</a>`) : nothing}
      </ol>
      ${done.mayHaveWebhooks
        ? nothing
        : html`
          <p>
            Webhooks need the tier Starter or above. <a href=${to('events')}>Live events</a> and <code>plug listen</code>
            show events in every tier.
          </p>`}
      ${this.mode === 'live' && !done.charger ? html`<p class="note">${inTestMode(done.inTestMode)}</p>` : nothing}
      <h2>Current events</h2>
      ${happened.length === 0
        ? html`<p class="note">No event since ${this.timeline.since}. Events appear here as they happen.</p>`
        : html`
          <ul data-test="happened">
            ${repeat(happened, (event) => event.eventId, (event) => html`
              <li>
                <code>${event.event}</code>
                <a href=${address(this.mode, 'chargers', event.data.chargeBoxId)}>${event.data.chargeBoxId}</a>
                <span class="quiet">${time(event.timestamp)}</span>
              </li>
            `)}
          </ul>
          <p><a href=${to('events')}>All live events</a></p>
        `}
    `;
  }
}

/** @param {number} chargers */
function inTestMode(chargers) {
  const link = html`<a href="/portal/test/overview">test mode</a>`;
  return chargers === 0
    ? html`No charger at hand? In ${link} chargers are simulated.`
    : html`This organisation has ${counted(chargers, 'charger')} in ${link}.`;
}

/**
 * @param {boolean} done
 * @param {unknown} what
 */
function step(done, what) {
  return html`<li>${what} <span class=${done ? 'good' : 'quiet'}>${done ? '✓ done' : 'not yet'}</span></li>`;
}

customElements.define('overview-page', OverviewPage);
