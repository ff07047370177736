import { html, nothing } from 'lit';
import { repeat } from 'lit-html/directives/repeat.js';
import { call } from '../api/client.js';
import { Repeatable } from '../api/repeatable.js';
import { readUntil } from '../api/wait.js';
import { segment } from '../ui/address.js';
import { Element } from '../ui/element.js';
import { faultAt, problem } from '../ui/page.js';
import { quoted } from '../ui/shell.js';
import { OCPP_1_6, OCPP_2_0_1, helpFor } from './actions.js';
import { blank, fields, valueOf } from './fields.js';
import { result } from './result.js';
import { hasEnded, isReported, mayBeginTransaction } from './words.js';

/**
 * @typedef {import('./result.js').Sent} Sent
 * @typedef {import('./actions.js').Action} Action
 */

const USUAL = 'RemoteStartTransaction';
const USUAL_SECONDS = '30';

/** Hints for a charger of OCPP 2.0.1. */
const IN_WORDS_OF_1_6 = 'The payload is in OCPP 1.6 and is translated; connectorId is the number of the EVSE.';
const IN_OWN_WORDS = 'Leave out requestId and remoteStartId; transactionId is the number that the platform gives.';

/** How long the page waits for a report, in ms. */
const REPORT = 10_000;

/** Extra time in ms for a result after the command's timeout. The API ends a command without a result after 6 s. */
const RESULT = 8_000;

/** Time in ms for a transaction until it is linked. */
const LINK = 3_000;

/**
 * Commands for a charger: a form for each action, and beside it the JSON that is sent. Both edit the same payload. The
 * address can preset an action and its fields.
 */
class CommandConsole extends Element {
  static properties = {
    mode: { type: String },
    charger: { attribute: false },
    actions: { attribute: false },
    query: { type: String },
    action: { state: true },
    payload: { state: true },
    text: { state: true },
    fault: { state: true },
    seconds: { state: true },
    busy: { state: true },
    failure: { state: true },
    sent: { state: true },
  };

  constructor() {
    super();
    /** @type {import('../api/client.js').Mode} */
    this.mode = 'live';
    /** @type {any} */
    this.charger = undefined;
    /** The actions for the charger. @type {Action[]} */
    this.actions = [];
    this.query = '';
    /** @type {Action} */
    this.action = { action: USUAL, wording: OCPP_1_6, payload: {} };
    this.seconds = USUAL_SECONDS;
    this.busy = false;
    /** @type {unknown} */
    this.failure = undefined;
    /** @type {Sent[]} */
    this.sent = [];
    this.sending = new Repeatable();
    this.#choose(this.action);
  }

  /** @param {Map<PropertyKey, unknown>} changed */
  willUpdate(changed) {
    if (changed.has('actions')) {
      this.#keepChoice();
    }
    if (changed.has('query')) {
      this.#prefill(new URLSearchParams(this.query));
    }
  }

  firstUpdated() {
    if (new URLSearchParams(this.query).has('action')) {
      this.scrollIntoView();
      this.querySelector('select')?.focus();
    }
  }

  get isStation() {
    return this.charger?.protocol === OCPP_2_0_1;
  }

  /** Groups of the list, in order; empty groups are left out. */
  get groups() {
    const [first, later] = [OCPP_1_6, OCPP_2_0_1].map((wording) => this.actions.filter((one) => one.wording === wording));
    const names = new Set(first.map((one) => one.action));
    return [
      { label: 'For every charger', actions: first },
      { label: 'Only in OCPP 2.0.1', actions: later.filter((one) => !names.has(one.action)) },
      { label: 'With the payload of OCPP 2.0.1', actions: later.filter((one) => names.has(one.action)) },
    ].filter((group) => group.actions.length > 0);
  }

  /** @returns {Action[]} */
  get offered() {
    return this.groups.flatMap((group) => group.actions);
  }

  /** The list of actions may grow when a charger connects; the form keeps its content. */
  #keepChoice() {
    const find = (/** @type {string} */ action, /** @type {string} */ wording) =>
      this.offered.find((one) => one.action === action && one.wording === wording);
    const same = find(this.action.action, this.action.wording);
    if (same) {
      this.action = same;
    } else {
      this.#choose(find(USUAL, OCPP_1_6) ?? this.offered[0]);
    }
  }

  /** @param {URLSearchParams} wanted */
  #prefill(wanted) {
    const action = this.offered.find((one) => one.action === wanted.get('action'));
    if (!action) {
      return;
    }
    this.#choose(action);
    for (const [name, schema] of Object.entries(action.payload.properties ?? {})) {
      const written = wanted.get(name);
      if (written !== null && schema.type !== 'object' && schema.type !== 'array') {
        this.#put({ ...this.payload, [name]: valueOf(name, schema, written) });
      }
    }
  }

  /** @param {Action} action */
  #choose(action) {
    this.action = action;
    this.failure = undefined;
    this.#put(blank(action.payload));
  }

  /** @param {Record<string, any>} payload */
  #put(payload) {
    this.payload = payload;
    this.text = JSON.stringify(payload, null, 2);
    this.fault = '';
  }

  /** @param {string} text */
  #write(text) {
    this.text = text;
    try {
      const payload = JSON.parse(text);
      if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) {
        this.fault = 'The payload must be a JSON object.';
        return;
      }
      this.payload = payload;
      this.fault = '';
    } catch {
      this.fault = 'This is not JSON yet.';
    }
  }

  render() {
    const at = (/** @type {string} */ path) => faultAt(this.failure, path);
    const inputs = fields(this.action.payload, this.payload, (payload) => this.#put(payload), 'payload', at);
    return html`
      <section aria-labelledby="console-heading">
        <h2 id="console-heading">Command</h2>
        ${this.charger.status === 'online'
          ? nothing
          : html`<p class="note">The charger is offline. Commands need its connection.</p>`}
        <form class="beside" @submit=${this.#submit}>
          <div>
            <label>Action
              <select @change=${(/** @type {any} */ event) => this.#choose(this.offered[event.target.selectedIndex])}>
                ${this.#choices()}
              </select>
            </label>
            <p class="quiet">${helpFor(this.action)} ${this.isStation ? this.#difference() : nothing}</p>
            ${inputs.length === 0 ? html`<p class="quiet">This action has no fields.</p>` : inputs}
          </div>
          <div>
            <label>Payload as JSON
              <textarea rows="12" spellcheck="false" .value=${this.text}
                @input=${(/** @type {any} */ event) => this.#write(event.target.value)}></textarea>
              ${at('payload')}
            </label>
            <p class="bad" role="status">${this.fault}</p>
            <label>Timeout for the charger's answer, in seconds (1 to 300)
              <input type="number" min="1" max="300" step="1" required .value=${this.seconds}
                @input=${(/** @type {any} */ event) => (this.seconds = event.target.value)}>
              ${at('timeoutSeconds')}
            </label>
          </div>
          <div class="whole">
            ${this.failure ? problem(this.failure) : nothing}
            ${this.sending.open && this.failure
              ? html`<p class="note">Send it again unchanged: it then has the same Idempotency-Key, so it is executed only once.</p>`
              : nothing}
            <div class="actions">
              <button class="main" aria-disabled=${this.busy} ?disabled=${this.fault !== ''}>${this.busy ? 'Waiting' : 'Send'}</button>
            </div>
            <details>
              <summary>The same with curl</summary>
              <pre>${this.#curl()}</pre>
            </details>
            <p role="status">${this.busy ? 'Waiting for the charger; its answer may take some seconds.' : ''}</p>
          </div>
        </form>
        <ol class="results" aria-label="Commands sent from this page">
          ${repeat(this.sent, (sent) => sent.command.id, (sent) => result(
            this.mode, sent, this.isStation, (one) => this.#follow(one.command), (one) => this.#report(one.command)))}
        </ol>
      </section>
    `;
  }

  #choices() {
    const { groups } = this;
    return groups.length === 1
      ? this.#options(groups[0].actions)
      : groups.map(({ label, actions }) => html`<optgroup label=${label}>${this.#options(actions)}</optgroup>`);
  }

  #difference() {
    return this.action.wording === OCPP_1_6 ? IN_WORDS_OF_1_6 : IN_OWN_WORDS;
  }

  /** @param {Action[]} actions */
  #options(actions) {
    return actions.map((one) => html`<option .selected=${this.action === one}>${one.action}</option>`);
  }

  #curl() {
    const path = `/api/v1/chargers/${segment(this.charger.chargeBoxId)}/commands`;
    return [
      `curl -X POST ${quoted(location.origin + path)}`,
      `-H "X-API-Key: $PLUGSTREAM_KEY"`,
      `-H 'Content-Type: application/json'`,
      `-d ${quoted(JSON.stringify(this.#wanted()))}`,
    ].join(' \\\n  ');
  }

  #wanted() {
    return { action: this.action.action, payload: this.payload, timeoutSeconds: Number(this.seconds) };
  }

  async #submit(/** @type {SubmitEvent} */ event) {
    event.preventDefault();
    if (this.busy) {
      return;
    }
    const wanted = this.#wanted();
    this.busy = true;
    this.failure = undefined;
    try {
      const path = `/chargers/${segment(this.charger.chargeBoxId)}/commands`;
      const sent = await this.sending.run(wanted, async ({ key }) => {
        const command = await call(this.mode, 'POST', path, wanted, key);
        return { key, command };
      });
      this.#keep(sent);
      this.#follow(sent.command);
    } catch (failure) {
      this.failure = failure;
    } finally {
      this.busy = false;
    }
  }

  /** Keeps the commands with the newest first. @param {Sent} sent */
  #keep(sent) {
    this.sent = [sent, ...this.sent.filter((one) => one.command.id !== sent.command.id)];
    this.dispatchEvent(new Event('changed'));
  }

  /**
   * @param {string} id
   * @param {Partial<Sent>} news
   */
  #change(id, news) {
    this.sent = this.sent.map((one) => (one.command.id === id ? { ...one, ...news } : one));
  }

  /** Polls until a command has ended, because no event reports that. @param {any} command */
  async #follow(command) {
    if (isReported(command, this.isStation)) {
      await this.#report(command);
    }
    if (hasEnded(command) && !mayBeginTransaction(command)) {
      return;
    }
    const life = Date.parse(command.expiresAt) - Date.parse(command.createdAt);
    const longest = hasEnded(command) ? LINK : life + RESULT;
    await this.#look(command.id, longest, (now) => hasEnded(now) && !mayBeginTransaction(now));
  }

  /** A new transaction may belong to a remote start. @param {any} event */
  receive(event) {
    if (event.event === 'transaction.started' && event.data.chargeBoxId === this.charger?.chargeBoxId) {
      for (const { command } of this.sent.filter((one) => mayBeginTransaction(one.command))) {
        this.#look(command.id, LINK, (now) => !mayBeginTransaction(now));
      }
    }
  }

  /**
   * @param {string} id
   * @param {number} longest
   * @param {(command: any) => boolean} isFinal
   */
  async #look(id, longest, isFinal) {
    const read = async () => {
      const command = await call(this.mode, 'GET', `/commands/${id}`);
      const known = this.sent.find((one) => one.command.id === id)?.command;
      this.#change(id, { command, failure: undefined });
      if (known && (known.status !== command.status || known.transactionId !== command.transactionId)) {
        this.dispatchEvent(new Event('changed'));
        if (isReported(command, this.isStation)) {
          this.#report(command);
        }
      }
      return command;
    };
    try {
      await readUntil(read, isFinal, longest, this.gone.signal);
    } catch (failure) {
      this.#change(id, { failure });
    }
  }

  /** Polls until the report is complete or the time is over. @param {any} command */
  async #report({ id }) {
    const read = async () => {
      const report = await call(this.mode, 'GET', `/commands/${id}/report?limit=200`);
      this.#change(id, { report, failure: undefined });
      return report;
    };
    try {
      await readUntil(read, (report) => report.complete, REPORT, this.gone.signal);
    } catch (failure) {
      this.#change(id, { failure });
    }
  }
}

customElements.define('command-console', CommandConsole);
