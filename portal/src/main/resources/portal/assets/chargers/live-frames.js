import { html, nothing } from 'lit';
import { repeat } from 'lit-html/directives/repeat.js';
import { SIGNED_OUT } from '../api/client.js';
import { follow } from '../api/follow.js';
import { segment } from '../ui/address.js';
import { counted } from '../ui/amount.js';
import { Element } from '../ui/element.js';
import { problem } from '../ui/page.js';
import { time } from '../ui/time.js';

/** The largest number of frames on screen. */
const MOST = 200;
/** Longer frames are collapsed. */
const SHORT = 300;

/** @type {Map<string, string>} */
const KINDS = new Map(Object.entries({ call: 'call', call_result: 'answer', call_error: 'error', other: 'not an OCPP message' }));

/** The OCPP frames between the charger and the platform, while the user watches. */
class LiveFrames extends Element {
  static properties = {
    mode: { type: String },
    chargeBoxId: { type: String },
    frames: { state: true },
    state: { state: true },
    until: { state: true },
    end: { state: true },
    failure: { state: true },
  };

  constructor() {
    super();
    /** @type {import('../api/client.js').Mode} */
    this.mode = 'live';
    this.chargeBoxId = '';
    /** Newest first. @type {any[]} */
    this.frames = [];
    /** @type {'closed' | 'opening' | 'open' | 'ended'} */
    this.state = 'closed';
    /** @type {string | null} */
    this.until = null;
    /** Why the API ended the stream. */
    this.end = '';
    /** @type {unknown} */
    this.failure = undefined;
    /** Actions of calls by message id, to label the answers. @type {Map<string, string>} */
    this.actions = new Map();
  }

  /** @param {Map<PropertyKey, unknown>} changed */
  willUpdate(changed) {
    if (changed.get('mode') !== undefined || changed.get('chargeBoxId') !== undefined) {
      this.#close();
      this.#clear();
    }
  }

  /** A forgotten tab must not hold one of the organisation's streams, or keep the session alive. */
  connectedCallback() {
    super.connectedCallback();
    document.addEventListener('visibilitychange', () => document.hidden && this.#close(), { signal: this.gone.signal });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#close();
  }

  render() {
    const isShown = this.state === 'opening' || this.state === 'open';
    return html`
      <section aria-labelledby="frames-heading" tabindex="-1">
        <h2 id="frames-heading">Live frames</h2>
        <p>
          The OCPP frames between the charger and the platform from now on, with passwords, tags and keys masked.
          ${this.mode === 'live' ? 'A live charger is shown for 15 minutes at a time, and the log notes who watches.' : nothing}
        </p>
        <div class="actions">
          <button type="button" @click=${() => (isShown ? this.#close() : this.#open())}>
            ${isShown ? 'Stop showing frames' : 'Show frames'}
          </button>
          ${this.frames.length > 0
            ? html`<button type="button" @click=${(/** @type {Event} */ event) => this.#empty(event)}>Clear frames</button>`
            : nothing}
        </div>
        <p role="status" data-test="frames-state">${this.#words()}</p>
        ${this.failure ? problem(this.failure, () => this.#open()) : nothing}
        ${this.frames.length > 0
          ? html`<ol class="happenings" reversed data-test="frames" aria-label="Frames, newest first">
              ${repeat(this.frames, (frame) => frame, row)}
            </ol>`
          : nothing}
        ${this.frames.length === MOST ? html`<p class="quiet">Only the newest ${MOST} are shown.</p>` : nothing}
      </section>
    `;
  }

  #words() {
    switch (this.state) {
      case 'opening':
        return 'Opening.';
      case 'open':
        return this.until
          ? html`Frames are shown as they happen until ${time(this.until)}.`
          : 'Frames are shown as they happen.';
      case 'ended':
        return this.end;
      default:
        return 'No frames are shown now.';
    }
  }

  async #open() {
    this.#close();
    const closing = new AbortController();
    this.closing = closing;
    this.state = 'opening';
    this.failure = undefined;
    const address = `/portal/api/${this.mode}/chargers/${segment(this.chargeBoxId)}/frames`;
    try {
      for await (const { event, data } of follow(address, closing)) {
        this.#take(event, data);
      }
      // The last event set the state.
      this.#ended(closing, /** @type {string} */ (this.state) === 'ended' ? 'ended' : 'closed');
    } catch (failure) {
      if (this.closing === closing) {
        this.failure = failure;
      }
      this.#ended(closing, 'closed');
    }
  }

  /**
   * Ends the stream, unless another one was opened meanwhile.
   *
   * @param {AbortController} which
   * @param {'closed' | 'ended'} state
   */
  #ended(which, state) {
    if (this.closing === which) {
      this.closing = undefined;
      this.state = state;
    }
  }

  /**
   * @param {string | undefined} event
   * @param {any} data
   */
  #take(event, data) {
    if (event === 'frame') {
      this.frames = [{ ...data, action: this.#action(data) }, ...this.frames].slice(0, MOST);
    } else if (event === 'on') {
      this.state = 'open';
      this.until = data.until;
    } else if (event === 'end') {
      this.state = 'ended';
      this.end = data.detail;
    } else if (event === 'unauthorized') {
      window.dispatchEvent(new Event(SIGNED_OUT));
    }
  }

  /** The action of a call, or of the call that an answer belongs to. @param {any} frame */
  #action(frame) {
    if (frame.kind === 'other') {
      return undefined;
    }
    const fromCharger = frame.direction === 'from_charger';
    if (frame.kind === 'call') {
      if (this.actions.size >= MOST) {
        this.actions.clear();
      }
      this.actions.set(`${fromCharger} ${frame.messageId}`, frame.action);
      return frame.action;
    }
    return this.actions.get(`${!fromCharger} ${frame.messageId}`);
  }

  #close() {
    this.closing?.abort();
    this.closing = undefined;
    this.state = 'closed';
  }

  /** @param {Event} event of the button, which is removed */
  #empty(event) {
    const { previousElementSibling } = /** @type {Element} */ (event.target);
    /** @type {HTMLElement | null} */ (previousElementSibling)?.focus();
    this.#clear();
  }

  #clear() {
    this.frames = [];
    this.actions.clear();
  }
}

/** @param {any} frame */
function row(frame) {
  const fromCharger = frame.direction === 'from_charger';
  return html`
    <li data-test="frame">
      <span class="badge">${fromCharger ? 'From the charger' : 'To the charger'}</span>
      ${frame.action ? html`<strong><bdi>${frame.action}</bdi></strong>` : nothing}
      ${KINDS.get(frame.kind) ?? frame.kind}
      <span class="quiet">${time(frame.at)}</span>
      ${frame.text.length <= SHORT
        ? html`<pre>${frame.text}</pre>`
        : html`<details><summary>${frame.length} characters</summary><pre>${frame.text}</pre></details>`}
      ${frame.cut ? html`<p class="quiet">Only the beginning is shown.</p>` : nothing}
      ${frame.withheld > 0
        ? html`
          <p class="quiet">
            ${counted(frame.withheld, 'frame before this one was', 'frames before this one were')} left out because there
            were too many.
          </p>`
        : nothing}
    </li>
  `;
}

customElements.define('live-frames', LiveFrames);
