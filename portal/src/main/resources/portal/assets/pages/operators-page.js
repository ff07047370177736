import { html, nothing } from 'lit';
import { administrate } from '../api/client.js';
import { TIERS } from '../operators/tier-dialog.js';
import { address, queryValue } from '../ui/address.js';
import { filters } from '../ui/filters.js';
import { Page } from '../ui/page.js';
import { table } from '../ui/table.js';

/** @typedef {import('../operators/tier-dialog.js').Organisation} Organisation */

/** The largest number of organisations shown; others are found by a search. */
const MOST = 100;

/** All organisations and their tiers, for operators. */
class OperatorsPage extends Page {
  static properties = { changing: { state: true }, said: { state: true } };

  constructor() {
    super();
    /** @type {Organisation | undefined} */
    this.changing = undefined;
    this.said = '';
  }

  /** @param {Map<PropertyKey, unknown>} changed */
  willUpdate(changed) {
    super.willUpdate(changed);
    if (changed.has('query')) {
      this.said = '';
    }
  }

  async load() {
    const { organisations } = await administrate('GET', '/organisations');
    return { organisations };
  }

  showsList(/** @type {string} */ list) {
    return list === 'organisations';
  }

  above() {
    return html`
      <h1>All organisations</h1>
      <p>An organisation appears with its first sign-in or call, on the tier Free.</p>
      ${filters('Organisations', this.query, 'All organisations', (values) => address(this.mode, 'operators', undefined, values), [
        { name: 'search', label: 'Id or name', maxLength: 200 },
        { name: 'tier', label: 'Tier', options: TIERS },
      ])}
      <p role="status" class="good" data-test="changed">${this.said}</p>
    `;
  }

  content(/** @type {{organisations: Organisation[]}} */ { organisations }) {
    const found = organisations.filter((one) => this.#isLike(one));
    return html`
      <p>${amounts(organisations)}</p>
      ${table({
        label: 'Organisations found',
        empty: this.#nothing(organisations),
        rows: found.slice(0, MOST),
        key: (one) => one.id,
        test: 'organisation',
        hasRowHeadings: true,
        columns: [
          ['Id', (one) => one.id],
          ['Name', (one) => one.name],
          ['Tier', (one) => html`<span class="badge">${one.tier}</span>`],
          ['Actions', (one) => html`
            <button type="button" aria-label="Change the tier of ${one.id}" @click=${() => (this.changing = one)}>Change</button>
          `],
        ],
      })}
      ${found.length > MOST
        ? html`<p class="note">${found.length - MOST} more match. Search for an id or name.</p>`
        : nothing}
      ${this.changing
        ? html`<tier-dialog .organisation=${this.changing} @changed=${this.#changed}
            @done=${() => (this.changing = undefined)}></tier-dialog>`
        : nothing}
    `;
  }

  #nothing(/** @type {Organisation[]} */ organisations) {
    return organisations.length === 0
      ? 'There is no organisation yet. The first appears when one of its users signs in or calls the API.'
      : html`No organisation matches. <a href=${address(this.mode, 'operators')}>Show all</a>`;
  }

  /** @param {Organisation} one */
  #isLike(one) {
    const tier = queryValue(this.query, 'tier');
    const search = queryValue(this.query, 'search').toLowerCase();
    return (tier === '' || one.tier === tier)
      && (one.id.toLowerCase().includes(search) || one.name.toLowerCase().includes(search));
  }

  #changed(/** @type {CustomEvent<Organisation>} */ { detail }) {
    this.said = `${detail.id} is on ${detail.tier} now.`;
    this.reload();
  }
}

/** The number of organisations on each tier. @param {Organisation[]} organisations */
function amounts(organisations) {
  const of = (/** @type {string} */ tier) => organisations.filter((one) => one.tier === tier).length;
  return `${organisations.length.toLocaleString()} in total: ${TIERS.map((tier) => `${of(tier).toLocaleString()} ${tier}`).join(', ')}.`;
}

customElements.define('operators-page', OperatorsPage);
