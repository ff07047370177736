import { html, nothing } from 'lit';
import { ApiError } from '../api/client.js';
import { Element } from './element.js';

/**
 * A page that reads something, shows it, and reads it anew when events say so. It has the states that every page has:
 * loading, a problem with a way on, and what was read. While it is read anew what was read before stays.
 *
 * @typedef {import('../api/client.js').Mode} Mode
 */
export class Page extends Element {
  static properties = {
    mode: { type: String },
    live: { attribute: false },
    read: { state: true },
    failure: { state: true },
  };

  constructor() {
    super();
    /** @type {Mode} */
    this.mode = 'live';
    /** @type {any} */
    this.read = undefined;
    /** @type {unknown} */
    this.failure = undefined;
    this.onEvent = (/** @type {Event} */ event) => {
      if (this.concerns(/** @type {CustomEvent} */ (event).detail)) {
        this.soon();
      }
    };
    this.onAnew = () => this.soon();
  }

  connectedCallback() {
    super.connectedCallback();
    this.live?.addEventListener('event', this.onEvent);
    this.live?.addEventListener('anew', this.onAnew);
    this.reload();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.live?.removeEventListener('event', this.onEvent);
    this.live?.removeEventListener('anew', this.onAnew);
    clearTimeout(this.planned);
    this.planned = undefined;
  }

  /** Events come in crowds: one reading serves all of a half second. */
  soon() {
    this.planned ??= setTimeout(() => {
      this.planned = undefined;
      this.reload();
    }, 500);
  }

  async reload() {
    try {
      this.read = await this.load();
      this.failure = undefined;
    } catch (failure) {
      this.failure = failure;
    }
  }

  /**
   * Reads what the page shows.
   *
   * @returns {Promise<any>}
   */
  async load() {
    return {};
  }

  /**
   * Whether an event changes what the page shows.
   *
   * @param {any} _event
   */
  concerns(_event) {
    return false;
  }

  render() {
    return html`
      ${this.failure ? problem(this.failure, () => this.reload()) : nothing}
      ${this.read === undefined && !this.failure ? html`<p class="note" role="status">Loading.</p>` : nothing}
      ${this.read === undefined ? nothing : this.content(this.read)}
    `;
  }

  /**
   * @param {any} _read
   * @returns {unknown}
   */
  content(_read) {
    return nothing;
  }
}

/**
 * What went wrong, and a way on.
 *
 * @param {unknown} failure
 * @param {() => void} [again]
 */
export function problem(failure, again) {
  const known = failure instanceof ApiError ? failure : new ApiError(0, 'Something went wrong', String(failure));
  return html`
    <div class="problem" role="alert">
      <p><strong>${known.title}</strong></p>
      <p>${known.detail}</p>
      ${known.faults.map((fault) => html`<p>${fault.field}: ${fault.message}</p>`)}
      ${again ? html`<button type="button" @click=${again}>Try again</button>` : nothing}
    </div>
  `;
}
