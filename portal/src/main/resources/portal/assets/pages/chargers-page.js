import { html, nothing } from 'lit';
import { call } from '../api/client.js';
import { passwordDialog } from '../chargers/password-dialog.js';
import { isOfRegistered, refusals } from '../chargers/refusals.js';
import { address, go, queryValues, segment } from '../ui/address.js';
import { CreatingPage } from '../ui/creating-page.js';
import { filters } from '../ui/filters.js';
import { fault } from '../ui/page.js';
import { table, cursorLinks } from '../ui/table.js';
import { text } from '../ui/text.js';
import { time } from '../ui/time.js';

const ENTRIES = '100';
const REFUSALS = '100';
const FILTERS = ['search', 'status'];
const LOST = 'Register it again: a charger that was registered without an answer gets a new password, which you see.'
  + ' Otherwise, if the charger is in the list, its password cannot be shown again: create a new one on its page.';

/** @typedef {import('plugstream-api').Schemas} Schemas */

/** The chargers with their status, and the registration of new ones. */
class ChargersPage extends CreatingPage {
  /** The filters, and the cursors of the two lists, if they are not at their start. */
  get wanted() {
    return queryValues(this.query, [...FILTERS, 'cursor', 'attempts']);
  }

  get paths() {
    return [this.path, '/handshakes'];
  }

  /** @returns {`/chargers?${string}`} */
  get path() {
    const wanted = queryValues(this.query, [...FILTERS, 'cursor']);
    return `/chargers?${new URLSearchParams({ limit: ENTRIES, ...wanted })}`;
  }

  async load() {
    const { attempts } = this.wanted;
    const [page, refused] = await Promise.all([
      call(this.mode, 'GET', this.path),
      call(this.mode, 'GET', `/handshakes?${new URLSearchParams({ limit: REFUSALS, ...(attempts ? { cursor: attempts } : {}) })}`),
    ]);
    return { ...page, refused };
  }

  showsList(/** @type {string} */ list) {
    return list === 'chargers';
  }

  showsRefusals() {
    return true;
  }

  isAffectedBy(/** @type {any} */ event) {
    return /^(charger|connector)\./.test(event.event);
  }

  above() {
    return html`
      <h1>Chargers</h1>
      <p><a href="#register">Register a charger</a></p>
      ${filters('Chargers', this.query, 'All chargers', (values) => address(this.mode, 'chargers', undefined, values), [
        { name: 'search', label: 'Id or name', maxLength: 100 },
        { name: 'status', label: 'Status', options: ['online', 'offline'] },
      ])}
    `;
  }

  content(/** @type {import('../ui/page.js').Read<ChargersPage>} */ page) {
    return html`
      ${table({
        label: 'Registered chargers',
        empty: this.#nothing(),
        rows: page.chargers,
        key: ({ chargeBoxId }) => chargeBoxId,
        columns: [
          ['Charger', ({ chargeBoxId, name }) => html`
            <a href=${address(this.mode, 'chargers', chargeBoxId)}>${chargeBoxId}</a>
            ${name ? html`<br><bdi class="quiet">${name}</bdi>` : nothing}
          `],
          ['Status', ({ status }) => html`<span class="badge ${status === 'online' ? 'good' : ''}">${status}</span>`],
          ['Connectors', ({ connectors }) => connectors.map((one) => html`<div>${one.connectorId === 0 ? 'charger' : one.connectorId}: ${one.status}</div>`)],
          ['Last seen', (charger) => time(charger.lastSeen)],
          ['Model', ({ vendor, model }) => [text(vendor), ' ', text(model)]],
        ],
      })}
      ${cursorLinks('More chargers', this.query, page.nextCursor, (cursor) => this.#at({ cursor }), 'First', 'More')}
      <h2 id="register">Register a charger</h2>
      ${this.creation(
        html`
          <label>Charge box id, as configured in the charger
            <input name="chargeBoxId" required maxlength="48" autocomplete="off">
            ${fault(this.refusal, 'chargeBoxId')}
          </label>
          <label>Name (optional)
            <input name="name" maxlength="100" autocomplete="off">
            ${fault(this.refusal, 'name')}
          </label>
        `,
        'Register',
        (form) => this.#register(form),
        LOST,
      )}
      <h2>Refused attempts</h2>
      <p>Connection attempts that were refused in the last 7 days, including those with unregistered ids.</p>
      ${refusals(page.refused.handshakes, {
        empty: 'There are none.',
        before: [['Charge box id', (one) => this.#attempting(one, page.chargers)]],
      })}
      ${cursorLinks('More refused attempts', this.query, page.refused.nextCursor,
        (attempts) => this.#at({ attempts }), 'Newest', 'Older', 'attempts')}
      ${this.made ? passwordDialog(this.made, this.made.password, () => this.stored()) : nothing}
    `;
  }

  /**
   * The id of a refused attempt, with a link if the charger is known to exist.
   *
   * @param {Schemas['RefusedHandshake']} attempt
   * @param {Schemas['Charger'][]} listed
   */
  #attempting(attempt, listed) {
    const { chargeBoxId } = attempt;
    if (!chargeBoxId) {
      return html`<span class="quiet">none</span>`;
    }
    return isOfRegistered(attempt) || listed.some((charger) => charger.chargeBoxId === chargeBoxId)
      ? html`<a href=${address(this.mode, 'chargers', chargeBoxId)}>${chargeBoxId}</a>`
      : chargeBoxId;
  }

  #nothing() {
    const { search, status, cursor } = this.wanted;
    if (search || status) {
      return 'No charger matches.';
    }
    return cursor ? 'There are no chargers in this part of the list.' : 'No charger is registered yet. Register one below.';
  }

  /** The address of another part of one of the lists. @param {Record<string, string>} cursor */
  #at(cursor) {
    return address(this.mode, 'chargers', undefined, { ...this.wanted, ...cursor });
  }

  /** @param {FormData} form */
  async #register(form) {
    const name = String(form.get('name')).trim();
    const wanted = { chargeBoxId: String(form.get('chargeBoxId')).trim(), ...(name ? { name } : {}) };
    this.made = await this.creating.run(wanted, async ({ key }) => {
      const made = await call(this.mode, 'POST', '/chargers', wanted, key);
      // Nobody has the password of a charger that was registered before without an answer.
      return made.password
        ? made
        : { ...made, ...(await call(this.mode, 'POST', `/chargers/${segment(made.chargeBoxId)}/password`)) };
    });
  }

  /** The charger's page shows when it connects, or why it is refused. */
  stored() {
    const id = this.made.chargeBoxId;
    this.made = undefined;
    go(address(this.mode, 'chargers', id));
  }
}

customElements.define('chargers-page', ChargersPage);
