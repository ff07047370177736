import { html, nothing } from 'lit';
import { administrate } from '../api/client.js';
import { TIERS } from '../operators/tier-dialog.js';
import { address, queryValues } from '../ui/address.js';
import { filters } from '../ui/filters.js';
import { Page } from '../ui/page.js';
import { cursorLinks, table } from '../ui/table.js';

/** @typedef {import('../operators/tier-dialog.js').Organisation} Organisation */

/** @typedef {import('plugstream-api').Schemas['OrganisationSummary']} OrganisationSummary */

const ENTRIES = '100';
const FILTERS = ['search', 'tier'];

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

  /** The filters and the cursor, if the list is not at its start. */
  get wanted() {
    return queryValues(this.query, [...FILTERS, 'cursor']);
  }

  async load() {
    const [page, summary] = await Promise.all([
      administrate('GET', `/organisations?${new URLSearchParams({ limit: ENTRIES, ...this.wanted })}`),
      administrate('GET', '/organisations/summary'),
    ]);
    return { ...page, summary };
  }

  showsList(/** @type {string} */ list) {
    return list === 'organisations';
  }

  above() {
    return html`
      <h1>All organisations</h1>
      <p>An organisation appears with its first sign-in or call, on the tier Free.</p>
      ${filters('Organisations', this.query, 'All organisations', (values) => address(this.mode, 'operators', undefined, values), [
        { name: 'search', label: 'Id or name', maxLength: 100 },
        { name: 'tier', label: 'Tier', options: TIERS },
      ])}
      <p role="status" class="good" data-test="changed">${this.said}</p>
    `;
  }

  content(/** @type {import('../ui/page.js').Read<OperatorsPage>} */ { organisations, nextCursor, summary }) {
    return html`
      <p>${amounts(summary)}</p>
      ${table({
        label: 'Organisations found',
        empty: this.#nothing(summary),
        rows: organisations,
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
      ${cursorLinks('More organisations', this.query, nextCursor,
        (cursor) => address(this.mode, 'operators', undefined, { ...this.wanted, cursor }), 'First', 'More')}
      ${this.changing
        ? html`<tier-dialog .organisation=${current(organisations, this.changing)} @changed=${this.#changed}
            @done=${() => (this.changing = undefined)}></tier-dialog>`
        : nothing}
    `;
  }

  #nothing(/** @type {OrganisationSummary} */ { total }) {
    return total === 0
      ? 'There is no organisation yet. The first appears when one of its users signs in or calls the API.'
      : html`No organisation matches. <a href=${address(this.mode, 'operators')}>Show all</a>`;
  }

  #changed(/** @type {CustomEvent<Organisation>} */ { detail }) {
    this.said = `${detail.id} is on ${detail.tier} now.`;
    this.reload();
  }
}

/**
 * The organisation as it was read last, because a change of its tier also sends its name.
 *
 * @param {Organisation[]} listed
 * @param {Organisation} chosen
 */
function current(listed, chosen) {
  return listed.find(({ id }) => id === chosen.id) ?? chosen;
}

/** The number of organisations on each tier. @param {OrganisationSummary} summary */
function amounts({ total, tiers }) {
  return `${total.toLocaleString()} in total: ${TIERS.map((tier) => `${tiers[tier].toLocaleString()} ${tier}`).join(', ')}.`;
}

customElements.define('operators-page', OperatorsPage);
