import { html, nothing } from 'lit';
import { ApiError, call } from '../api/client.js';
import { readings } from '../transactions/readings.js';
import { charged, stopReason } from '../transactions/words.js';
import { address, segment } from '../ui/address.js';
import { duration, energy, power, short } from '../ui/amount.js';
import { lineChart } from '../ui/charts.js';
import { facts } from '../ui/facts.js';
import { Page, UNTIL_SHOWN } from '../ui/page.js';
import { table } from '../ui/table.js';
import { time } from '../ui/time.js';

/** @typedef {import('../transactions/readings.js').MeterValue} MeterValue */

/** Pages of 200 readings each: enough for a chart, and fewer than the calls that a session may make in a minute. */
const MOST_PAGES = 30;

/** One charging session: its facts, and its power and energy as charts and as a table. */
class TransactionPage extends Page {
  static properties = { transactionId: { type: String } };

  constructor() {
    super();
    this.transactionId = '';
    /** The pages of readings that were loaded. @type {{cursor: string | undefined, values: MeterValue[]}[]} */
    this.pages = [];
    this.reloadAll = true;
    /** When a change was reported that may add readings to any page, in ms. */
    this.lateReadingsAt = -Infinity;
  }

  connectedCallback() {
    this.lateReadingsAt = this.live?.lastEventAt ?? -Infinity;
    super.connectedCallback();
  }

  anew() {
    this.#reloadAll();
    super.anew();
  }

  /** Late readings are sorted among the loaded ones, so everything is loaded again. */
  #reloadAll() {
    this.reloadAll = true;
    this.lateReadingsAt = performance.now();
  }

  isAffectedBy(/** @type {any} */ event) {
    if (String(event.data.transactionId) !== this.transactionId) {
      return false;
    }
    if (event.event === 'transaction.stopped') {
      this.#reloadAll();
    }
    return true;
  }

  get paths() {
    return [this.path, `${this.path}/meter-values`];
  }

  /** @returns {`/transactions/${string}`} */
  get path() {
    return `/transactions/${segment(this.transactionId)}`;
  }

  async load() {
    const begun = performance.now();
    const transaction = await call(this.mode, 'GET', this.path);
    const isCut = await this.#readValues(this.reloadAll ? [] : this.pages);
    this.reloadAll = begun < this.lateReadingsAt + UNTIL_SHOWN;
    return { transaction, isCut, ...readings(transaction, this.pages.flatMap((page) => page.values)) };
  }

  /**
   * Continues with the last page, because only that one grows.
   *
   * @param {{cursor: string | undefined, values: MeterValue[]}[]} known
   * @returns {Promise<boolean>} whether there are more than this page loads
   */
  async #readValues(known) {
    const pages = known.slice(0, -1);
    let cursor = known.at(-1)?.cursor;
    do {
      const from = cursor ? `&cursor=${encodeURIComponent(cursor)}` : '';
      const page = await call(this.mode, 'GET', `${this.path}/meter-values?limit=200${from}`);
      pages.push({ cursor, values: page.meterValues });
      cursor = page.nextCursor;
    } while (cursor && pages.length < MOST_PAGES);
    this.pages = pages;
    return Boolean(cursor);
  }

  above() {
    return html`
      <p><a href=${address(this.mode, 'transactions')}>Transactions</a></p>
      <h1>Transaction ${this.transactionId}</h1>
    `;
  }

  /** @param {unknown} failure */
  trouble(failure) {
    return failure instanceof ApiError && failure.kind === 'not-found'
      ? html`
        <p class="note">
          There is no such ${this.mode} transaction. It may belong to the other mode, or be too old.
          <a href=${address(this.mode, 'transactions')}>All transactions</a>
        </p>`
      : super.trouble(failure);
  }

  content(/** @type {import('../ui/page.js').Read<TransactionPage>} */ read) {
    return html`
      ${this.#facts(read.transaction)}
      <h2>Power and energy</h2>
      ${read.isCut ? html`<p class="note">These are the first readings. All of them are available from the API.</p>` : nothing}
      ${read.energy.length === 0 && read.power.length === 0
        ? html`<p class="note">There is no meter reading yet. Readings appear here as the charger sends them.</p>`
        : nothing}
      ${read.power.length > 0 ? this.#powerChart(read) : nothing}
      ${read.energy.length > 0 ? lineChart('Energy since the start', 'kWh', thousandths(read.energy)) : nothing}
      ${read.rows.length > 0 ? this.#table(read) : nothing}
    `;
  }

  #facts(/** @type {import('plugstream-api').Schemas['Transaction']} */ transaction) {
    const charger = transaction.chargeBoxId;
    const isActive = transaction.status === 'active';
    return html`
      ${facts([
        ['Status', html`<span class="badge ${isActive ? 'good' : ''}" data-test="status">${transaction.status}</span>`],
        ['Charger', html`<a href=${address(this.mode, 'chargers', charger)}>${charger}</a>`],
        ['Connector', transaction.connectorId],
        ['Tag', transaction.idTag],
        ['Energy', html`<span data-test="energy">${charged(transaction) || 'not known yet'}</span>`],
        ['Started', transaction.startedAt && time(transaction.startedAt)],
        ['Stopped', transaction.stoppedAt && time(transaction.stoppedAt)],
        ['Duration', transaction.startedAt && transaction.stoppedAt && duration(transaction.startedAt, transaction.stoppedAt)],
        ['Stop reason', stopReason(transaction.reason)],
        ['Meter at the start', energy(transaction.meterStart)],
        ['Meter at the end', energy(transaction.meterStop)],
        ['Id in the charger', transaction.stationTransactionId],
      ])}
      ${transaction.status === 'orphaned'
        ? html`<p class="note">The charger reported the end of this transaction, but its start is unknown.</p>`
        : nothing}
      ${isActive
        ? html`<p><a class="button" href=${address(this.mode, 'chargers', charger, {
            action: 'RemoteStopTransaction',
            transactionId: transaction.transactionId,
          })}>Stop it with a command</a></p>`
        : nothing}
    `;
  }

  #powerChart(/** @type {import('../ui/page.js').Read<TransactionPage>} */ read) {
    return lineChart(powerCaption(read.computed), 'kW', thousandths(read.power));
  }

  #table(/** @type {import('../ui/page.js').Read<TransactionPage>} */ read) {
    return html`
      <details>
        <summary>As a table (${read.rows.length})</summary>
        ${table({
          label: 'Readings',
          rows: read.rows,
          columns: [
            ['Time', (row) => time(row.timestamp)],
            ['Energy since the start', (row) => energy(row.energyWh)],
            [powerCaption(read.computed), (row) => power(row.powerW)],
            ['Other readings', (row) => row.others.map((value) => html`<div>${reading(value)}</div>`)],
          ],
        })}
      </details>
    `;
  }
}

/** @param {boolean} computed */
function powerCaption(computed) {
  return computed ? 'Power, the average between two readings of energy' : 'Power';
}

/** @param {import('../ui/charts.js').Point[]} points in W or Wh */
function thousandths(points) {
  return points.map((point) => ({ at: point.at, value: point.value / 1000 }));
}

/** @param {MeterValue} value */
function reading(value) {
  const where = [value.phase, value.location].filter(Boolean).join(', ');
  const raw = `${value.raw ?? ''} (${value.format === 'SignedData' ? 'signed' : 'as sent'})`;
  const what = value.value === null ? raw : short(value.value);
  return `${value.measurand}${where ? ` (${where})` : ''}: ${what} ${value.unit}`;
}

customElements.define('transaction-page', TransactionPage);
