import { html, nothing } from 'lit';
import { administrate } from '../api/client.js';
import { TIERS } from '../operators/tier-dialog.js';
import { address, go, queryValue } from '../ui/address.js';
import { Page } from '../ui/page.js';

/** @typedef {import('../operators/tier-dialog.js').Organisation} Organisation */

/** The largest number of organisations shown; others are found by a search. */
const MOST = 100;

/** All organisations and their tiers, for operators. */
class OperatorsPage extends Page {
  static properties = { ...Page.properties, changing: { state: true }, said: { state: true } };

  constructor() {
    super();
    /** @type {Organisation | undefined} */
    this.changing = undefined;
    this.said = '';
  }

  async load() {
    const { organisations } = await administrate('GET', '/organisations');
    return { organisations };
  }

  showsList(/** @type {string} */ list) {
    return list === 'organisations';
  }

  above() {
    const tier = queryValue(this.query, 'tier');
    return html`
      <h1>All organisations</h1>
      <p>An organisation appears with its first sign-in or call, on the tier Free.</p>
      <form class="filters" role="search" aria-label="Organisations" @submit=${this.#filter}>
        <label>Id or name
          <input name="search" maxlength="200" autocomplete="off" .value=${queryValue(this.query, 'search')}>
        </label>
        <label>Tier
          <select name="tier">
            <option value="" .selected=${tier === ''}>any</option>
            ${TIERS.map((one) => html`<option .selected=${one === tier}>${one}</option>`)}
          </select>
        </label>
        <button class="main">Filter</button>
        ${this.query ? html`<a href=${address(this.mode, 'operators')}>All organisations</a>` : nothing}
      </form>
      <p role="status" class="good" data-test="changed">${this.said}</p>
    `;
  }

  content(/** @type {{organisations: Organisation[]}} */ { organisations }) {
    const found = organisations.filter((one) => this.#isLike(one));
    return html`
      <p>${amounts(organisations)}</p>
      ${found.length === 0 ? this.#nothing(organisations) : this.#table(found.slice(0, MOST))}
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
      ? html`<p class="note">There is no organisation yet. The first appears when one of its users signs in or calls the API.</p>`
      : html`<p class="note">No organisation matches. <a href=${address(this.mode, 'operators')}>Show all</a></p>`;
  }

  #table(/** @type {Organisation[]} */ organisations) {
    return html`
      <div class="scroll" tabindex="0" role="region" aria-label="Organisations found">
        <table>
          <thead>
            <tr><th scope="col">Id</th><th scope="col">Name</th><th scope="col">Tier</th><th scope="col">Actions</th></tr>
          </thead>
          <tbody>
            ${organisations.map((one) => html`
              <tr data-test="organisation">
                <th scope="row">${one.id}</th>
                <td>${one.name}</td>
                <td><span class="badge">${one.tier}</span></td>
                <td>
                  <button type="button" aria-label="Change the tier of ${one.id}" @click=${() => (this.changing = one)}>
                    Change
                  </button>
                </td>
              </tr>
            `)}
          </tbody>
        </table>
      </div>
    `;
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

  #filter(/** @type {SubmitEvent} */ event) {
    event.preventDefault();
    const wanted = new FormData(/** @type {HTMLFormElement} */ (event.target));
    this.said = '';
    go(address(this.mode, 'operators', undefined, {
      search: String(wanted.get('search')).trim(),
      tier: String(wanted.get('tier')),
    }));
  }
}

/** The number of organisations on each tier. @param {Organisation[]} organisations */
function amounts(organisations) {
  const of = (/** @type {string} */ tier) => organisations.filter((one) => one.tier === tier).length;
  return `${organisations.length.toLocaleString()} in total: ${TIERS.map((tier) => `${of(tier).toLocaleString()} ${tier}`).join(', ')}.`;
}

customElements.define('operators-page', OperatorsPage);
