import { html, nothing } from 'lit';
import { ApiError, call, remove } from '../api/client.js';
import { connectCard } from '../chargers/connect-card.js';
import { connectors } from '../chargers/connectors.js';
import { passwordDialog } from '../chargers/password-dialog.js';
import { simulationOf } from '../chargers/test-charger.js';
import { actionsFor } from '../commands/actions.js';
import { commandHistory } from '../commands/history.js';
import { transactionLink } from '../transactions/link.js';
import { charged } from '../transactions/words.js';
import { address, segment } from '../ui/address.js';
import { counted } from '../ui/amount.js';
import { facts } from '../ui/facts.js';
import { Page, UNTIL_SHOWN } from '../ui/page.js';
import { text } from '../ui/text.js';
import { time } from '../ui/time.js';
import '../chargers/live-frames.js';
import '../chargers/rename-dialog.js';
import '../commands/command-console.js';
import '../ui/confirm-dialog.js';

const LATEST = 5;
/** All that the API keeps. */
const REFUSALS = 100;
const COMMANDS = 10;
const MOST_COMMANDS = 200;
const LOST = 'The charger may have a new password already, which nobody has seen. Create another one.';

/** One charger: its state, connection, commands, frames and deletion. */
class ChargerPage extends Page {
  static properties = {
    chargeBoxId: { type: String },
    asking: { state: true },
    password: { state: true },
    commands: { state: true },
  };

  constructor() {
    super();
    this.chargeBoxId = '';
    /** @type {'name' | 'password' | 'deletion' | undefined} */
    this.asking = undefined;
    /** @type {string | undefined} */
    this.password = undefined;
    /** The number of commands shown. */
    this.commands = COMMANDS;
    /** When a change of anything but the commands was reported, in ms. */
    this.changedAt = -Infinity;
    /** When the last reading of everything began, in ms. */
    this.readAllAt = -Infinity;
  }

  connectedCallback() {
    this.changedAt = performance.now();
    super.connectedCallback();
  }

  get path() {
    return `/chargers/${segment(this.chargeBoxId)}`;
  }

  get paths() {
    const here = new URLSearchParams({ chargeBoxId: this.chargeBoxId });
    return [this.path, `${this.path}/commands`, `${this.path}/handshakes`, `/transactions?${here}`];
  }

  /** A change of the commands alone changes only their history. */
  async load() {
    const history = call(this.mode, 'GET', `${this.path}/commands?limit=${this.commands}`);
    if (this.read && this.readAllAt >= this.changedAt + UNTIL_SHOWN) {
      return { ...this.read, history: await history };
    }
    const begun = performance.now();
    const read = await this.#readAll(history);
    this.readAllAt = begun;
    return read;
  }

  /** @param {Promise<any>} commands */
  async #readAll(commands) {
    const one = call(this.mode, 'GET', this.path);
    const [charger, actions, latest, refused, history, simulation] = await Promise.all([
      one,
      one.then(({ protocol }) => actionsFor(this.mode, protocol)),
      call(this.mode, 'GET', `/transactions?limit=${LATEST}&chargeBoxId=${segment(this.chargeBoxId)}`),
      call(this.mode, 'GET', `${this.path}/handshakes?limit=${REFUSALS}`),
      commands,
      this.mode === 'test' ? simulationOf(this.chargeBoxId) : undefined,
    ]);
    return { charger, actions, transactions: latest.transactions, refused: refused.handshakes, history, simulation };
  }

  receive(/** @type {any} */ event) {
    /** @type {any} */ (this.querySelector('command-console'))?.receive(event);
  }

  isAffectedBy(/** @type {any} */ event) {
    return event.data.chargeBoxId === this.chargeBoxId;
  }

  soon() {
    this.changedAt = performance.now();
    super.soon();
  }

  showsList(/** @type {string} */ list) {
    if (list === 'commands') {
      super.soon();
    }
    return ['chargers', 'transactions'].includes(list);
  }

  showsRefusals(/** @type {any} */ handshake) {
    return !handshake || handshake.chargeBoxId === this.chargeBoxId;
  }

  above() {
    return html`
      <p><a href=${address(this.mode, 'chargers')}>Chargers</a></p>
      <h1><bdi>${this.chargeBoxId}</bdi></h1>
    `;
  }

  /** @param {unknown} failure */
  trouble(failure) {
    return failure instanceof ApiError && failure.kind === 'not-found'
      ? html`
        <p class="note">
          No ${this.mode} charger has this id. It may belong to the other mode, or be deleted.
          <a href=${address(this.mode, 'chargers')}>All chargers</a>
        </p>`
      : super.trouble(failure);
  }

  content(/** @type {any} */ { charger, actions, transactions, refused, history, simulation }) {
    return html`
      ${facts([
        ['Status', html`<span class="badge ${charger.status === 'online' ? 'good' : ''}" data-test="status">${charger.status}</span>`],
        ['Name', charger.name],
        ['Last seen', time(charger.lastSeen)],
        ['Model', charger.vendor && [text(charger.vendor), ' ', text(charger.model)]],
        ['Serial number', charger.serialNumber],
        ['Firmware', charger.firmwareVersion],
        ['Protocol', charger.protocol],
        ['Registered', time(charger.createdAt)],
      ])}
      <div class="actions">
        <button type="button" @click=${() => (this.asking = 'name')}>Rename</button>
        <a class="button" href="#console-heading">Send a command</a>
      </div>
      ${simulation
        ? html`<test-charger .chargeBoxId=${this.chargeBoxId} .simulation=${simulation} .actions=${actions}
            @changed=${() => this.#reloadAll()}></test-charger>`
        : nothing}
      <h2>Connectors</h2>
      ${connectors(charger)}
      ${charger.deviations?.length > 0 ? this.#deviations(charger.deviations) : nothing}
      <h2>Latest transactions</h2>
      ${this.#transactions(transactions)}
      ${connectCard(charger, simulation, refused, () => (this.asking = 'password'))}
      <command-console .mode=${this.mode} .charger=${charger} .actions=${actions} .query=${this.query}
        @changed=${() => super.soon()}></command-console>
      ${commandHistory(this.mode, history, this.commands < MOST_COMMANDS ? () => this.#more() : undefined)}
      <live-frames .mode=${this.mode} .chargeBoxId=${this.chargeBoxId}></live-frames>
      <section aria-labelledby="end-heading">
        <h2 id="end-heading">Delete the charger</h2>
        <p>Its connection is closed and its id can be used again. Its transactions are kept.</p>
        <button class="danger" type="button" @click=${() => (this.asking = 'deletion')}>Delete <bdi>${this.chargeBoxId}</bdi></button>
      </section>
      ${this.#dialogs(charger)}
    `;
  }

  #more() {
    // The pressed button is removed, so the table gets the focus.
    /** @type {HTMLElement | null} */ (this.querySelector('[aria-labelledby=history-heading] .scroll'))?.focus();
    this.commands = MOST_COMMANDS;
    this.reload();
  }

  #deviations(/** @type {any[]} */ deviations) {
    return html`
      <h2>Violations of OCPP</h2>
      <p>The platform tolerates these messages. Tell the charger's vendor about them.</p>
      <ul>
        ${deviations.map((one) => html`
          <li><code>${one.kind}</code>, about ${counted(one.count, 'time')}, last <span class="quiet">${time(one.lastSeen)}</span></li>
        `)}
      </ul>
    `;
  }

  #transactions(/** @type {any[]} */ transactions) {
    if (transactions.length === 0) {
      return html`<p class="note">There is no transaction yet.</p>`;
    }
    return html`
      <ul>
        ${transactions.map((one) => html`
          <li>
            ${transactionLink(this.mode, one, `Transaction ${one.transactionId}`)}
            ${one.status} ${charged(one)} <span class="quiet">${time(one.startedAt ?? one.stoppedAt)}</span>
          </li>
        `)}
      </ul>
      <p><a href=${address(this.mode, 'transactions', undefined, { chargeBoxId: this.chargeBoxId })}>All transactions of this charger</a></p>
    `;
  }

  /** The dialogs open one after the other, so that the focus returns to the button. */
  #dialogs(/** @type {any} */ charger) {
    if (this.asking === 'name') {
      return html`<rename-dialog .mode=${this.mode} .charger=${charger} @done=${() => this.#named()}></rename-dialog>`;
    }
    if (this.asking === 'password') {
      return html`
        <confirm-dialog
          .heading=${html`A new password for <bdi>${this.chargeBoxId}</bdi>?`}
          text="The old one stops working and the charger's connection is closed at once. Type the charger's id to continue."
          label="Charge box id" .word=${this.chargeBoxId} verb="Create a new password"
          .action=${() => this.awaitSecret(() => this.#renew())} @done=${() => (this.asking = undefined)}></confirm-dialog>
      `;
    }
    if (this.asking === 'deletion') {
      return html`
        <confirm-dialog
          .heading=${html`Delete <bdi>${this.chargeBoxId}</bdi>?`}
          text="The charger can no longer connect. Type its id to continue."
          label="Charge box id" .word=${this.chargeBoxId} verb="Delete"
          .action=${() => this.#delete()} @done=${() => (this.asking = undefined)}></confirm-dialog>
      `;
    }
    return this.password ? passwordDialog(charger, this.password, () => (this.password = undefined)) : nothing;
  }

  #named() {
    this.asking = undefined;
    this.#reloadAll();
  }

  #reloadAll() {
    this.changedAt = performance.now();
    this.reload();
  }

  /** A password whose response was lost cannot be shown any more. */
  async #renew() {
    try {
      const { password } = await call(this.mode, 'POST', `${this.path}/password`);
      this.password = password;
    } catch (failure) {
      throw failure instanceof ApiError && failure.isUnanswered ? new ApiError(0, failure.title, LOST) : failure;
    }
  }

  #delete() {
    return this.leave(() => remove(this.mode, this.path), address(this.mode, 'chargers'));
  }
}

customElements.define('charger-page', ChargerPage);
