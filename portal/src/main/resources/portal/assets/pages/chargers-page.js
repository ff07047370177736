import { html, nothing } from 'lit';
import { call } from '../api/client.js';
import { refusals } from '../chargers/refusals.js';
import { address, go, queryValue } from '../ui/address.js';
import { Page, creationProblem } from '../ui/page.js';
import { time } from '../ui/time.js';
import '../ui/secret-dialog.js';

const ENTRIES = 100;
const REFUSALS = 10;
const LOST = 'If the charger is in the list, its password cannot be shown again: create a new one on its page.';

/** The chargers with their status, and the registration of new ones. */
class ChargersPage extends Page {
  static properties = {
    ...Page.properties,
    made: { state: true },
    refusal: { state: true },
    busy: { state: true },
  };

  constructor() {
    super();
    /** @type {import('plugstream-api').Schemas['RegisteredCharger'] | undefined} */
    this.made = undefined;
  }

  async load() {
    const cursor = queryValue(this.query, 'cursor');
    const [page, { handshakes }] = await Promise.all([
      call(this.mode, 'GET', `/chargers?limit=${ENTRIES}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`),
      call(this.mode, 'GET', `/handshakes?limit=${REFUSALS}`),
    ]);
    return { ...page, handshakes };
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
    return html`<h1>Chargers</h1>`;
  }

  content(/** @type {import('../ui/page.js').Read<ChargersPage>} */ page) {
    return html`
      ${page.chargers.length === 0 ? html`<p class="note">No charger is registered yet. Register one below.</p>` : this.#table(page)}
      <h2>Register a charger</h2>
      <form @submit=${this.#register}>
        <label>Charge box id, as configured in the charger
          <input name="chargeBoxId" required maxlength="48" autocomplete="off">
        </label>
        <label>Name (optional)
          <input name="name" maxlength="100" autocomplete="off">
        </label>
        ${this.refusal ? creationProblem(this.refusal, LOST) : nothing}
        <div><button class="main" aria-disabled=${this.busy ?? false}>Register</button></div>
      </form>
      <h2>Refused attempts</h2>
      <p>Handshakes that were refused in the last 7 days, including those of unregistered ids.</p>
      ${page.handshakes.length === 0
        ? html`<p class="note">There are none.</p>`
        : refusals(page.handshakes, true)}
      ${this.made
        ? html`<secret-dialog
            heading="Password of ${this.made.chargeBoxId}"
            .secret=${this.made.password}
            .snippet=${`Address   ${this.made.connectionUrl}\nUser      ${this.made.chargeBoxId}\nPassword  ${this.made.password}`}
            @done=${this.#stored}></secret-dialog>`
        : nothing}
    `;
  }

  #table(/** @type {import('../ui/page.js').Read<ChargersPage>} */ page) {
    return html`
      <div class="scroll" tabindex="0" role="region" aria-label="Registered chargers">
        <table>
          <thead>
            <tr>
              <th scope="col">Charger</th><th scope="col">Status</th><th scope="col">Connectors</th>
              <th scope="col">Last seen</th><th scope="col">Model</th>
            </tr>
          </thead>
          <tbody>
            ${page.chargers.map((charger) => html`
              <tr>
                <td>
                  <a href=${address(this.mode, 'chargers', charger.chargeBoxId)}>${charger.chargeBoxId}</a>
                  ${charger.name ? html`<br><span class="quiet">${charger.name}</span>` : nothing}
                </td>
                <td><span class="badge ${charger.status === 'online' ? 'online' : ''}">${charger.status}</span></td>
                <td>${charger.connectors.map((connector) => html`<div>${connector.connectorId}: ${connector.status}</div>`)}</td>
                <td>${time(charger.lastSeen)}</td>
                <td>${[charger.vendor, charger.model].filter(Boolean).join(' ')}</td>
              </tr>
            `)}
          </tbody>
        </table>
      </div>
      <nav class="actions" aria-label="More chargers">
        ${queryValue(this.query, 'cursor') ? html`<a class="button" href=${address(this.mode, 'chargers')}>First</a>` : nothing}
        ${page.nextCursor
          ? html`<a class="button" href=${address(this.mode, 'chargers', undefined, { cursor: page.nextCursor })}>More</a>`
          : nothing}
      </nav>
    `;
  }

  async #register(/** @type {SubmitEvent} */ event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const wanted = new FormData(form);
    const name = String(wanted.get('name')).trim();
    if (this.busy) {
      return;
    }
    this.busy = true;
    try {
      this.made = await call(this.mode, 'POST', '/chargers', {
        chargeBoxId: String(wanted.get('chargeBoxId')),
        ...(name ? { name } : {}),
      });
      this.refusal = undefined;
      form.reset();
    } catch (failure) {
      this.refusal = failure;
      // The list shows whether it was registered.
      this.reload();
    } finally {
      this.busy = false;
    }
  }

  /** The charger's page shows when it connects, or why it is refused. */
  #stored() {
    const id = this.made?.chargeBoxId;
    this.made = undefined;
    go(address(this.mode, 'chargers', id));
  }
}

customElements.define('chargers-page', ChargersPage);
