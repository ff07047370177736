import { html, nothing } from 'lit';
import { call, csv } from '../api/client.js';
import { transactionLink } from '../transactions/link.js';
import { charged, stopReason } from '../transactions/words.js';
import { address, queryValues } from '../ui/address.js';
import { filters } from '../ui/filters.js';
import { Page, problem } from '../ui/page.js';
import { save } from '../ui/save.js';
import { table, cursorLinks } from '../ui/table.js';
import { time } from '../ui/time.js';

/** @typedef {import('plugstream-api').Schemas['Transaction']} Transaction */

const STATUSES = ['active', 'completed', 'orphaned'];
const FILTERS = ['chargeBoxId', 'status', 'from', 'to'];
const ENTRIES = '50';

/** Charging sessions, newest first. */
class TransactionsPage extends Page {
  get paths() {
    return [this.path];
  }

  /** @returns {`/transactions?${string}`} */
  get path() {
    const wanted = new URLSearchParams({ ...queryValues(this.query, [...FILTERS, 'cursor']), limit: ENTRIES });
    return `/transactions?${wanted}`;
  }

  async load() {
    return call(this.mode, 'GET', this.path);
  }

  isAffectedBy(/** @type {any} */ event) {
    return event.event.startsWith('transaction.');
  }

  showsList(/** @type {string} */ list) {
    return list === 'transactions';
  }

  above() {
    return html`
      <h1>Transactions</h1>
      ${filters('Transactions', this.query, 'All transactions', (values) => this.#at(values), [
        { name: 'chargeBoxId', label: 'Charger', maxLength: 48 },
        { name: 'status', label: 'Status', options: STATUSES },
        { name: 'from', label: 'Started from', isMoment: true },
        { name: 'to', label: 'Started before', isMoment: true },
      ])}
    `;
  }

  content(/** @type {import('../ui/page.js').Read<TransactionsPage>} */ page) {
    if (page.transactions.length === 0) {
      return this.query
        ? html`<p class="note">No transaction matches. <a href=${address(this.mode, 'transactions')}>Show all</a></p>`
        : html`
          <p class="note">
            Nothing has been charged yet. Sessions appear here when they start. You can start one at a
            <a href=${address(this.mode, 'chargers')}>charger</a> with a command.
          </p>
        `;
    }
    const isFiltered = Object.keys(queryValues(this.query, FILTERS)).length > 0;
    return html`
      ${table({
        label: 'Transactions found',
        rows: page.transactions,
        key,
        columns: [
          ['Transaction', (one) => transactionLink(this.mode, one)],
          ['Charger', (one) => html`<a href=${address(this.mode, 'chargers', one.chargeBoxId)}>${one.chargeBoxId}</a>${connector(one)}`],
          ['Tag', (one) => one.idTag],
          ['Status', ({ status }) => html`<span class="badge ${status === 'active' ? 'good' : ''}">${status}</span>`],
          ['Energy', charged],
          ['Started', (one) => time(one.startedAt, 'unknown')],
          ['Stopped', (one) => time(one.stoppedAt, '')],
          ['Reason', (one) => stopReason(one.reason)],
        ],
      })}
      ${cursorLinks('More transactions', this.query, page.nextCursor,
        (cursor) => this.#at({ ...queryValues(this.query, FILTERS), cursor }))}
      ${this.refusal ? problem(this.refusal) : nothing}
      <div class="actions">
        <button type="button" aria-disabled=${this.busy} @click=${this.#download}>
          ${this.busy ? 'Loading' : isFiltered ? 'Download all matches as CSV' : 'Download all as CSV'}
        </button>
      </div>
    `;
  }

  #download() {
    return this.act(async () => {
      const wanted = new URLSearchParams(queryValues(this.query, FILTERS));
      save(await csv(this.mode, `/transactions?${wanted}`), `transactions-${this.mode}.csv`);
    });
  }

  /** @param {Record<string, string>} query */
  #at(query) {
    return address(this.mode, 'transactions', undefined, query);
  }
}

/** An orphaned transaction has an id of its charger, which may come again. @param {Transaction} transaction */
function key({ transactionId, status, chargeBoxId, stoppedAt, meterStop }) {
  return status === 'orphaned' ? JSON.stringify([transactionId, chargeBoxId, stoppedAt, meterStop]) : transactionId;
}

/** @param {Transaction} transaction */
function connector(transaction) {
  return transaction.connectorId === null ? nothing : html`<br><span class="quiet">connector&nbsp;${transaction.connectorId}</span>`;
}

customElements.define('transactions-page', TransactionsPage);
