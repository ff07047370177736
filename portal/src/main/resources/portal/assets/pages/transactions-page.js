import { html, nothing } from 'lit';
import { call, csv } from '../api/client.js';
import { stopReason } from '../transactions/words.js';
import { address, go, localMoment, moment, queryValue } from '../ui/address.js';
import { energy } from '../ui/amount.js';
import { Page, problem } from '../ui/page.js';
import { save } from '../ui/save.js';
import { time } from '../ui/time.js';

/** @typedef {import('plugstream-api').Schemas['Transaction']} Transaction */

const STATUSES = ['active', 'completed', 'orphaned'];
const FILTERS = ['chargeBoxId', 'status', 'from', 'to'];
const ENTRIES = '50';

/** Charging sessions, newest first. The filters are part of the address, so that it can be saved and shared. */
class TransactionsPage extends Page {
  static properties = { ...Page.properties, busy: { state: true }, refusal: { state: true } };

  async load() {
    const wanted = this.#queryValues([...FILTERS, 'cursor']);
    wanted.set('limit', ENTRIES);
    return call(this.mode, 'GET', `/transactions?${wanted}`);
  }

  /** The values of some query parameters. @param {string[]} names */
  #queryValues(names) {
    const wanted = new URLSearchParams();
    for (const name of names) {
      const value = queryValue(this.query, name);
      if (value) {
        wanted.set(name, value);
      }
    }
    return wanted;
  }

  isAffectedBy(/** @type {any} */ event) {
    return event.event.startsWith('transaction.');
  }

  above() {
    const status = queryValue(this.query, 'status');
    return html`
      <h1>Transactions</h1>
      <form class="filters" role="search" aria-label="Transactions" @submit=${this.#filter}>
        <label>Charger
          <input name="chargeBoxId" maxlength="48" autocomplete="off" .value=${queryValue(this.query, 'chargeBoxId')}>
        </label>
        <label>Status
          <select name="status">
            <option value="" .selected=${status === ''}>any</option>
            ${STATUSES.map((one) => html`<option .selected=${status === one}>${one}</option>`)}
          </select>
        </label>
        <label>Started from
          <input name="from" type="datetime-local" step="1" .value=${localMoment(queryValue(this.query, 'from'))}>
        </label>
        <label>Started before
          <input name="to" type="datetime-local" step="1" .value=${localMoment(queryValue(this.query, 'to'))}>
        </label>
        <button class="main">Filter</button>
        ${this.query ? html`<a href=${address(this.mode, 'transactions')}>All transactions</a>` : nothing}
      </form>
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
    return html`
      <div class="scroll" tabindex="0" role="region" aria-label="Transactions found">
        <table>
          <thead>
            <tr>
              <th scope="col">Transaction</th><th scope="col">Charger</th><th scope="col">Tag</th><th scope="col">Status</th>
              <th scope="col">Energy</th><th scope="col">Started</th><th scope="col">Stopped</th><th scope="col">Reason</th>
            </tr>
          </thead>
          <tbody>${page.transactions.map((transaction) => this.#row(transaction))}</tbody>
        </table>
      </div>
      <nav class="actions" aria-label="More transactions">
        ${queryValue(this.query, 'cursor') ? html`<a class="button" href=${this.#at('')}>Newest</a>` : nothing}
        ${page.nextCursor ? html`<a class="button" href=${this.#at(page.nextCursor)}>Older</a>` : nothing}
      </nav>
      ${this.refusal ? problem(this.refusal) : nothing}
      <div class="actions">
        <button type="button" aria-disabled=${this.busy ?? false} @click=${this.#download}>
          ${this.busy ? 'Loading' : this.query ? 'Download all matches as CSV' : 'Download all as CSV'}
        </button>
      </div>
    `;
  }

  #row(/** @type {Transaction} */ transaction) {
    const charger = address(this.mode, 'chargers', transaction.chargeBoxId);
    return html`
      <tr>
        <td><a href=${address(this.mode, 'transactions', transaction.transactionId)}>${transaction.transactionId}</a></td>
        <td><a href=${charger}>${transaction.chargeBoxId}</a>${connector(transaction)}</td>
        <td>${transaction.idTag}</td>
        <td><span class="badge ${transaction.status === 'active' ? 'online' : ''}">${transaction.status}</span></td>
        <td>${energy(transaction.energyWh)}</td>
        <td>${time(transaction.startedAt, 'unknown')}</td>
        <td>${time(transaction.stoppedAt, '')}</td>
        <td>${stopReason(transaction.reason)}</td>
      </tr>
    `;
  }

  async #download() {
    if (this.busy) {
      return;
    }
    this.busy = true;
    try {
      save(await csv(this.mode, `/transactions?${this.#queryValues(FILTERS)}`), `transactions-${this.mode}.csv`);
      this.refusal = undefined;
    } catch (failure) {
      this.refusal = failure;
    } finally {
      this.busy = false;
    }
  }

  /** The same filters with another cursor. @param {string} cursor */
  #at(cursor) {
    const filters = Object.fromEntries(FILTERS.map((name) => [name, queryValue(this.query, name)]));
    return address(this.mode, 'transactions', undefined, { ...filters, cursor });
  }

  #filter(/** @type {SubmitEvent} */ event) {
    event.preventDefault();
    const wanted = new FormData(/** @type {HTMLFormElement} */ (event.target));
    go(address(this.mode, 'transactions', undefined, {
      chargeBoxId: String(wanted.get('chargeBoxId')).trim(),
      status: String(wanted.get('status')),
      from: moment(String(wanted.get('from'))),
      to: moment(String(wanted.get('to'))),
    }));
  }
}

/** @param {Transaction} transaction */
function connector(transaction) {
  return transaction.connectorId === null ? nothing : html`<br><span class="quiet">connector ${transaction.connectorId}</span>`;
}

customElements.define('transactions-page', TransactionsPage);
