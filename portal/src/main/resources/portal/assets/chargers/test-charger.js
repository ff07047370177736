import { html, nothing } from 'lit';
import { ApiError, call } from '../api/client.js';
import { readUntil } from '../api/wait.js';
import { Acting } from '../ui/acting.js';
import { segment } from '../ui/address.js';
import { problem } from '../ui/page.js';
import './simulation-dialog.js';

/** @typedef {import('plugstream-api').Schemas} Schemas */

/** What a person does at a charger. @type {[Schemas['TestAction']['action'], string][]} */
const ACTIONS = [
  ['plugIn', 'Plug in a car'],
  ['swipe', 'Show a card'],
  ['unplug', 'Unplug the car'],
  ['fault', 'Cause a fault'],
  ['clearFault', 'Clear the fault'],
  ['goOffline', 'Disconnect'],
  ['goOnline', 'Connect'],
  ['reboot', 'Restart'],
];

/** @type {[Schemas['ScenarioName'], string][]} */
const SCENARIOS = [
  ['normalSession', 'A car charges'],
  ['remoteStart', 'A command starts the charge'],
  ['refusedRemoteStart', 'The charger refuses a command'],
  ['commandTimeout', 'The charger does not answer a command'],
  ['faultWhileCharging', 'A fault ends the charge'],
  ['offlineThenResend', 'The connection breaks during the charge'],
  ['repeatedStart', 'The charger repeats the start of a charge'],
  ['orphanedStop', 'A charge ends whose start is unknown'],
  ['replacedConnection', 'The charger connects a second time'],
  ['wrongClock', 'The clock of the charger is wrong'],
];

/** The longest wait for the end of a scenario, in ms. The API says after 30 s that it failed, if it has not ended. */
const LONGEST = 40_000;

/**
 * What a person would do at a simulated charger, whole scenarios, and how it is simulated. Its events show the effect.
 * The event `changed` tells that its settings changed.
 */
class TestCharger extends Acting {
  static properties = {
    chargeBoxId: { type: String },
    simulation: { attribute: false },
    actions: { attribute: false },
    asking: { state: true },
    said: { state: true },
    running: { state: true },
  };

  constructor() {
    super();
    this.chargeBoxId = '';
    /** @type {any} */
    this.simulation = undefined;
    /** The actions of commands to the charger. @type {import('../commands/actions.js').Action[]} */
    this.actions = [];
    /** Whether the dialog of the settings is open. */
    this.asking = false;
    this.said = '';
    /** The scenario that is under way. @type {{id: string, words: string} | undefined} */
    this.running = undefined;
  }

  get path() {
    return pathOf(this.chargeBoxId);
  }

  render() {
    return html`
      <section aria-labelledby="test-charger-heading" tabindex="-1">
        <h2 id="test-charger-heading">Simulation</h2>
        ${this.simulation.simulated ? this.#simulated() : this.#handedOver()}
        ${this.refusal ? problem(this.refusal) : nothing}
      </section>
    `;
  }

  #simulated() {
    return html`
      <p>
        A test charger is simulated: it connects by itself and executes commands. To charge, plug in a car and show a
        card, or run a scenario.
      </p>
      <div class="actions">
        ${ACTIONS.map(([action, words]) => html`
          <button type="button" aria-disabled=${this.busy}
            @click=${() => this.#do(words, action)}>${words}</button>
        `)}
      </div>
      <form class="filters" @submit=${this.#run}>
        <label>Scenario
          <select name="scenario">${SCENARIOS.map(([name, words]) => html`<option value=${name}>${words}</option>`)}</select>
        </label>
        <button class="main" aria-disabled=${this.busy}>Run</button>
      </form>
      <p role="status" data-test="simulation">${this.running ? `${this.running.words}: under way.` : this.said}</p>
      <div class="actions">
        <button type="button" @click=${() => (this.asking = true)}>Change how it is simulated</button>
        <button type="button" aria-disabled=${this.busy} @click=${() => this.#simulate(false)}>Hand it over to your own simulator</button>
      </div>
      ${this.asking
        ? html`<simulation-dialog .chargeBoxId=${this.chargeBoxId} .simulation=${this.simulation} .actions=${this.actions}
            @done=${this.#changed}></simulation-dialog>`
        : nothing}
    `;
  }

  #handedOver() {
    return html`
      <p>The sandbox does not simulate this charger, so that a simulator of your own can connect as it.</p>
      <button type="button" aria-disabled=${this.busy} @click=${() => this.#simulate(true)}>Let the sandbox simulate it again</button>
    `;
  }

  /** @param {boolean} simulated */
  #simulate(simulated) {
    return this.#begin(async () => {
      await call('test', 'PATCH', this.path, { simulated });
      this.#changed();
    });
  }

  #changed() {
    this.asking = false;
    this.dispatchEvent(new Event('changed'));
  }

  #run(/** @type {SubmitEvent} */ event) {
    event.preventDefault();
    const name = new FormData(/** @type {HTMLFormElement} */ (event.target)).get('scenario');
    const [scenario, words] = /** @type {typeof SCENARIOS[0]} */ (SCENARIOS.find(([one]) => one === name));
    return this.#begin(async () => {
      const { id } = await call('test', 'POST', `${this.path}/scenarios`, { scenario });
      this.#await({ id, words });
    });
  }

  /**
   * Says how a scenario ends. Meanwhile the user can act, and learns why the API refuses that.
   *
   * @param {{id: string, words: string}} run
   */
  async #await(run) {
    this.running = run;
    const read = () => call('test', 'GET', `/sandbox/scenarios/${run.id}`);
    let end;
    /** @type {unknown} */
    let unread;
    try {
      const { status, failure } = await readUntil(read, (now) => now.status !== 'running', LONGEST, this.gone.signal);
      end = `${status === 'running' ? 'takes longer than usual' : status}. ${failure ?? ''}`;
    } catch (failure) {
      end = 'how it ended could not be read.';
      unread = failure;
    }
    if (this.running === run) {
      this.running = undefined;
      this.said = `${run.words}: ${end}`;
      this.refusal = unread ?? (isOfRun(this.refusal) ? undefined : this.refusal);
    }
  }

  /**
   * @param {string} words
   * @param {Schemas['TestAction']['action']} action
   */
  #do(words, action) {
    return this.#begin(async () => {
      await call('test', 'POST', `${this.path}/actions`, { action });
      this.said = `${words}: follows in a moment, if it is possible now.`;
    });
  }

  /** @param {() => Promise<unknown>} action */
  #begin(action) {
    return this.act(() => {
      this.said = '';
      return action();
    });
  }
}

/** Whether an action was refused because a scenario runs. @param {unknown} refusal */
function isOfRun(refusal) {
  return refusal instanceof ApiError && refusal.kind === 'conflict';
}

/** @param {string} chargeBoxId @returns {`/sandbox/chargers/${string}`} */
function pathOf(chargeBoxId) {
  return `/sandbox/chargers/${segment(chargeBoxId)}`;
}

/**
 * How a test charger is simulated; null if the installation has no sandbox, or if the charger is not in it.
 *
 * @param {string} chargeBoxId
 */
export async function simulationOf(chargeBoxId) {
  try {
    return await call('test', 'GET', pathOf(chargeBoxId));
  } catch (failure) {
    if (failure instanceof ApiError && failure.kind === 'not-found') {
      return null;
    }
    throw failure;
  }
}

customElements.define('test-charger', TestCharger);
