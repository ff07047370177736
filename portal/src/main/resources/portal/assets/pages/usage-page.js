import { html } from 'lit';
import { call } from '../api/client.js';
import { barChart } from '../ui/charts.js';
import { facts } from '../ui/facts.js';
import { Page } from '../ui/page.js';
import { table } from '../ui/table.js';
import { time } from '../ui/time.js';

/** The API's value for no limit. */
const UNLIMITED = 999_999_999_999_999;

/** The pause before another reading if this clock is ahead of the API's, in ms. */
const CLOCK_AHEAD = 60_000;

/** The organisation, its tier and limits, and its calls of today and of 30 days. */
class UsagePage extends Page {
  constructor() {
    super();
    /** The reload at the begin of the next day. @type {ReturnType<typeof setTimeout> | undefined} */
    this.nextDay = undefined;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.nextDay);
  }

  get paths() {
    return ['/organisation', '/usage'];
  }

  async load() {
    const [organisation, usage] = await Promise.all([
      call(this.mode, 'GET', '/organisation'),
      call(this.mode, 'GET', '/usage'),
    ]);
    this.#awaitNextDay(Date.parse(usage.resetAt) - Date.now());
    return { organisation, usage };
  }

  /** @param {number} rest in ms */
  #awaitNextDay(rest) {
    clearTimeout(this.nextDay);
    if (this.isConnected) {
      this.nextDay = setTimeout(() => this.soon(), rest > 0 ? rest : CLOCK_AHEAD);
    }
  }

  showsList(/** @type {string} */ list) {
    return ['usage', 'organisation'].includes(list);
  }

  above() {
    return html`<h1>Organisation and usage</h1>`;
  }

  content(/** @type {import('../ui/page.js').Read<UsagePage>} */ { organisation, usage }) {
    return html`
      ${facts([
        ['Organisation', html`<bdi>${organisation.name}</bdi> <code>${organisation.id}</code>`],
        ['Tier', organisation.tier],
        ['Calls allowed a day', amount(organisation.limits.callsPerDay)],
        ['Chargers allowed', amount(organisation.limits.chargers)],
        ['Webhooks allowed', organisation.limits.webhooks === 0 ? 'none on this tier' : amount(organisation.limits.webhooks)],
        ['Calls today', html`
          <span data-test="today">${today(usage)}; the next day begins ${time(usage.resetAt)}</span>
        `],
      ])}
      <p class="quiet">Calls that this portal makes are not counted.</p>
      <h2>Calls in 30 days</h2>
      ${barChart('Calls of each UTC day', 'call', usage.days.map(bar), 'UTC day')}
      <details>
        <summary>As a table</summary>
        ${table({
          label: 'Calls of each UTC day',
          rows: usage.days.toReversed(),
          hasRowHeadings: true,
          columns: [
            ['UTC day', (day) => day.date],
            ['Calls', (day) => day.used.toLocaleString()],
          ],
        })}
      </details>
    `;
  }
}

/** @param {{date: string, used: number}} day */
function bar(day) {
  return { name: day.date, value: day.used };
}

/** @param {{used: number, limit: number}} usage */
function today({ used, limit }) {
  return `${used.toLocaleString()}${limit >= UNLIMITED ? ', without a limit' : ` of ${amount(limit)}`}`;
}

/** @param {number} limit */
function amount(limit) {
  return limit >= UNLIMITED ? 'unlimited' : limit.toLocaleString();
}

customElements.define('usage-page', UsagePage);
