import { html, nothing } from 'lit';
import { ApiError } from '../api/client.js';
import { advice } from './advice.js';
import { Element } from './element.js';

/** What comes within this time is read at once. */
const CROWD = 500;
/** What is on screen is at most 2 s old. */
const BETWEEN_READINGS = 1_500;
/** The API may take so long to show what an event says, in ms. */
const UNTIL_SHOWN = 1_000;

/**
 * A page that reads something, shows it, and reads it anew when events say so. It has the states that every page has:
 * loading, a problem with a way on, and what was read. While it is read anew what was read before stays.
 *
 * @typedef {import('../api/client.js').Mode} Mode
 */
/**
 * What a page's `load` reads.
 *
 * @template {Page} P
 * @typedef {Awaited<ReturnType<P['load']>>} Read
 */
export class Page extends Element {
  static properties = {
    mode: { type: String },
    live: { attribute: false },
    query: { type: String },
    read: { state: true },
    failure: { state: true },
  };

  constructor() {
    super();
    /** @type {Mode} */
    this.mode = 'live';
    /** @type {import('../api/live.js').Live | undefined} */
    this.live = undefined;
    /** What the address says after its path. */
    this.query = '';
    /** @type {any} */
    this.read = undefined;
    /** @type {unknown} */
    this.failure = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.planned = undefined;
    /** A second reading, for what the API did not show yet at the first. @type {ReturnType<typeof setTimeout> | undefined} */
    this.checking = undefined;
    /** When the last news came that what is on screen may not show, in ms. */
    this.newsAt = -Infinity;
    this.onEvent = (/** @type {Event} */ event) => {
      if (this.concerns(/** @type {CustomEvent} */ (event).detail)) {
        this.soon();
      }
    };
    this.onAnew = () => this.soon();
    this.onChanged = (/** @type {Event} */ event) => {
      const change = /** @type {CustomEvent} */ (event).detail;
      if (!change || this.shows(change.list)) {
        this.soon();
      }
    };
    this.onVisibility = () => {
      if (!document.hidden && this.missed) {
        this.reload();
      }
    };
    this.onRefused = (/** @type {Event} */ event) => {
      const handshake = /** @type {CustomEvent} */ (event).detail;
      if (this.showsRefusals(handshake)) {
        this.soon();
      }
    };
  }

  connectedCallback() {
    super.connectedCallback();
    this.live?.addEventListener('event', this.onEvent);
    this.live?.addEventListener('anew', this.onAnew);
    this.live?.addEventListener('refused', this.onRefused);
    this.live?.addEventListener('changed', this.onChanged);
    document.addEventListener('visibilitychange', this.onVisibility);
    this.newsAt = this.live?.heardAt ?? -Infinity;
    this.reload();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.live?.removeEventListener('event', this.onEvent);
    this.live?.removeEventListener('anew', this.onAnew);
    this.live?.removeEventListener('refused', this.onRefused);
    this.live?.removeEventListener('changed', this.onChanged);
    document.removeEventListener('visibilitychange', this.onVisibility);
    clearTimeout(this.planned);
    clearTimeout(this.checking);
    this.planned = undefined;
  }

  /**
   * Events come in crowds: one reading serves all of a while, so that a session's calls last for a busy fleet. Pages that
   * nobody sees are read when somebody does.
   */
  soon() {
    this.newsAt = Date.now();
    clearTimeout(this.checking);
    if (document.hidden) {
      this.missed = true;
      return;
    }
    const rest = (this.readAt ?? 0) + BETWEEN_READINGS - Date.now();
    this.planned ??= setTimeout(() => {
      this.planned = undefined;
      this.reload();
    }, Math.max(CROWD, rest));
  }

  /** Another query is another content. @param {Map<PropertyKey, unknown>} changed */
  willUpdate(changed) {
    if (typeof changed.get('query') === 'string') {
      this.reload();
    }
  }

  /** What has the focus may be gone then, such as a row: whoever uses the keyboard goes on with what it was in. */
  update(/** @type {Map<PropertyKey, unknown>} */ changed) {
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    const around = this.contains(focused) ? placesAround(focused) : [];
    super.update(changed);
    if (!focused?.isConnected) {
      around.find((place) => place.isConnected)?.focus();
    }
  }

  /** Reads anew; once more after a reading that is under way, which may have begun too early. */
  async reload() {
    if (this.reading) {
      this.again = true;
      return;
    }
    this.reading = true;
    do {
      this.again = false;
      await this.#readOnce();
    } while (this.again && this.isConnected);
    this.reading = false;
  }

  async #readOnce() {
    const asked = this.query;
    const begun = Date.now();
    this.missed = false;
    try {
      const read = await this.load();
      if (asked === this.query) {
        this.read = read;
        this.readFor = asked;
        this.failure = undefined;
      }
    } catch (failure) {
      if (asked === this.query) {
        this.failure = failure;
        // What another query brought is no answer to this one.
        this.read = this.readFor === asked ? this.read : undefined;
      }
    } finally {
      this.readAt = Date.now();
      const shownAt = this.newsAt + UNTIL_SHOWN;
      if (begun < shownAt && this.isConnected) {
        clearTimeout(this.checking);
        this.checking = setTimeout(() => (document.hidden ? (this.missed = true) : this.reload()), shownAt - this.readAt);
      }
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

  /**
   * Whether the page shows something of a list that no event tells of.
   *
   * @param {string} _list `keys`, `chargers`, `webhooks`, `deliveries`, `usage`, `organisation` or, for
   *     operators, `organisations`
   */
  shows(_list) {
    return false;
  }

  /**
   * Whether a refused handshake changes what the page shows.
   *
   * @param {any} _handshake null if some may have been missed
   */
  showsRefusals(_handshake) {
    return false;
  }

  render() {
    return html`
      ${this.above()}
      ${this.failure ? this.trouble(this.failure) : nothing}
      ${this.failure && this.read !== undefined ? html`<p class="note">What follows was read before and may be old.</p>` : nothing}
      ${this.read === undefined && !this.failure ? html`<p class="note" role="status">Loading.</p>` : nothing}
      ${this.read === undefined ? nothing : this.content(this.read)}
    `;
  }

  /**
   * What stands there whatever was read, such as the heading and filters.
   *
   * @returns {unknown}
   */
  above() {
    return nothing;
  }

  /**
   * A problem of the reading, with a way on.
   *
   * @param {unknown} failure
   * @returns {unknown}
   */
  trouble(failure) {
    return problem(failure, () => this.reload());
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
 * What can have the focus and holds an element, from within.
 *
 * @param {HTMLElement | null} element
 */
function placesAround(element) {
  /** @type {HTMLElement[]} */
  const places = [];
  for (let place = element?.parentElement; place; place = place.parentElement) {
    if (place.hasAttribute('tabindex')) {
      places.push(place);
    }
  }
  return places;
}

/**
 * What went wrong when something was to be made that has a secret. If the answer was lost, the secret is, too.
 *
 * @param {unknown} failure
 * @param {string} lost what to do if it was made all the same
 */
export function creationProblem(failure, lost) {
  const isLost = failure instanceof ApiError && failure.isUnanswered;
  return html`${problem(failure)}${isLost ? html`<p class="note">${lost}</p>` : nothing}`;
}

/**
 * What went wrong, and a way on.
 *
 * @param {unknown} failure
 * @param {() => void} [again]
 */
export function problem(failure, again) {
  const known = failure instanceof ApiError ? failure : new ApiError(0, 'Something went wrong', String(failure));
  const help = advice(known);
  return html`
    <div class="problem" role="alert">
      <p><strong>${known.title}</strong></p>
      <p>${known.detail}</p>
      ${known.faults.map((fault) => html`<p>${fault.field}: ${fault.message}</p>`)}
      ${help ? html`<p>${help}</p>` : nothing}
      ${again ? html`<button type="button" @click=${again}>Try again</button>` : nothing}
    </div>
  `;
}
