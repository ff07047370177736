import { html } from 'lit';
import { repeat } from 'lit-html/directives/repeat.js';
import { call } from '../api/client.js';
import { segment } from '../ui/address.js';
import { AskingDialog } from '../ui/asking-dialog.js';
import { fault } from '../ui/page.js';

/** @typedef {import('plugstream-api').Schemas} Schemas */

/** @type {[Schemas['TestProtocol'], string][]} */
const PROTOCOLS = [
  ['ocpp1.6', 'OCPP 1.6'],
  ['ocpp2.0.1', 'OCPP 2.0.1'],
];

/** How the charger answers a command. @type {[Schemas['TestAnswers'][string], string][]} */
const ANSWERS = [
  ['accept', 'Accepts'],
  ['reject', 'Rejects'],
  ['silence', 'Does not answer'],
  ['error', 'Answers with an error'],
];

/** Changes how a charger is simulated. Only what the user changes is sent. */
class SimulationDialog extends AskingDialog {
  static properties = {
    chargeBoxId: { type: String },
    simulation: { attribute: false },
    actions: { attribute: false },
    changed: { state: true },
  };

  constructor() {
    super();
    this.chargeBoxId = '';
    /** @type {any} */
    this.simulation = undefined;
    /** The actions of commands to the charger. @type {import('../commands/actions.js').Action[]} */
    this.actions = [];
    /** @type {Schemas['TestChargerChange']} */
    this.changed = {};
  }

  render() {
    return this.ask(
      html`How <bdi>${this.chargeBoxId}</bdi> is simulated`,
      'A change of protocol, interval or power takes effect when nothing charges.',
      html`
        <label>Protocol
          <select @change=${(/** @type {any} */ event) => this.#change({ protocol: event.target.value })}>
            ${options(PROTOCOLS, this.simulation.protocol)}
          </select>
          ${fault(this.refusal, 'protocol')}
        </label>
        ${this.#number('clockSpeed', 'Speed of the clock for 30 s from plugging in', 1, 60)}
        ${this.#number('meterIntervalSeconds', 'Seconds between meter readings', 1, 3600)}
        ${this.#number('powerW', 'Maximum power in W', 1000, 350_000)}
        <details>
          <summary>Answers to commands</summary>
          ${repeat(this.actions, ({ action }) => action, ({ action }) => html`
            <label>${action}
              <select @change=${(/** @type {any} */ event) => this.#answer(action, event.target.value)}>
                ${options(ANSWERS, this.simulation.answers[action] ?? 'accept')}
              </select>
            </label>
          `)}
        </details>
      `,
      html`<button class="main" aria-disabled=${this.busy}>Save</button>`,
    );
  }

  /**
   * @param {'clockSpeed' | 'meterIntervalSeconds' | 'powerW'} field
   * @param {string} words
   * @param {number} least
   * @param {number} most
   */
  #number(field, words, least, most) {
    return html`
      <label>${words}
        <input type="number" required min=${least} max=${most} step="1" .defaultValue=${String(this.simulation[field])}
          @input=${(/** @type {any} */ event) => this.#change({ [field]: event.target.valueAsNumber })}>
        ${fault(this.refusal, field)}
      </label>
    `;
  }

  /** @param {string} action @param {Schemas['TestAnswers'][string]} how */
  #answer(action, how) {
    this.#change({ answers: { ...this.simulation.answers, ...this.changed.answers, [action]: how } });
  }

  /** @param {Schemas['TestChargerChange']} change */
  #change(change) {
    this.changed = { ...this.changed, ...change };
  }

  async perform() {
    if (Object.keys(this.changed).length > 0) {
      await call('test', 'PATCH', `/sandbox/chargers/${segment(this.chargeBoxId)}`, this.changed);
    }
  }
}

/**
 * @param {[string, string][]} choices
 * @param {string} chosen
 */
function options(choices, chosen) {
  return choices.map(([value, words]) => html`<option value=${value} ?selected=${value === chosen}>${words}</option>`);
}

customElements.define('simulation-dialog', SimulationDialog);
