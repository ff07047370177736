import { html, nothing } from 'lit';
import { ApiError } from '../api/client.js';
import { Acting } from './acting.js';
import { go } from './address.js';
import { advice } from './advice.js';
import { sameWithCurl } from './curl.js';

/** Events within this time cause one reload, in ms. */
const CROWD = 500;
/** The shortest time between two reloads, in ms, so that the data on screen is at most 2 s old. */
const BETWEEN_READINGS = 1_500;
/** The pause before another reading after one that failed for a while, in ms. */
const AFTER_FAILURE = 5_000;
/** The API may need this long to show the effect of an event, in ms. */
export const UNTIL_SHOWN = 1_000;

/** What is shown instead of data that is being loaded. */
export const LOADING = html`<p class="note" role="status">Loading.</p>`;

/**
 * A page that loads data, shows it, and reloads it after events. It has the states of every page: loading, a problem
 * with a way to continue, and the loaded data. During a reload the previous data stays.
 *
 * @typedef {import('../api/client.js').Mode} Mode
 */
/**
 * The data that a page's `load` returns.
 *
 * @template {Page} P
 * @typedef {Awaited<ReturnType<P['load']>>} Read
 */
export class Page extends Acting {
  /** @type {import('lit').PropertyDeclarations} */
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
    /** The query of the address. */
    this.query = '';
    /** @type {any} */
    this.read = undefined;
    /** @type {unknown} */
    this.failure = undefined;
    /** Whether the page is about to be left, because what it shows is being deleted. */
    this.leaving = false;
    /** The number of running actions that end with a secret on screen. */
    this.secretsAwaited = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.planned = undefined;
    /**
     * A second reload: for changes that the API did not show yet at the first, or because the first failed.
     * @type {ReturnType<typeof setTimeout> | undefined}
     */
    this.checking = undefined;
    /** The reload that is running, for a query. @type {{query: string} | undefined} */
    this.reading = undefined;
    /** The query of the data. @type {string | undefined} */
    this.readFor = undefined;
    /** When the last change was reported that the data on screen may not show, in ms by a clock that nobody sets. */
    this.newsAt = -Infinity;
  }

  connectedCallback() {
    super.connectedCallback();
    const { signal } = this.gone;
    const hear = (/** @type {string} */ kind, /** @type {(detail: any) => void} */ act) =>
      this.live?.addEventListener(kind, (event) => act(/** @type {CustomEvent} */ (event).detail), { signal });
    hear('event', (event) => {
      this.receive(event);
      this.#soonIf(this.isAffectedBy(event));
    });
    hear('anew', () => this.anew());
    hear('refused', (handshake) => this.#soonIf(this.showsRefusals(handshake)));
    hear('changed', (change) => this.#soonIf(!change || this.showsList(change.list)));
    document.addEventListener('visibilitychange', () => this.onVisibility(), { signal });
    this.newsAt = this.live?.lastEventAt ?? -Infinity;
    this.reload();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.planned);
    clearTimeout(this.checking);
    this.planned = undefined;
  }

  onVisibility() {
    if (!document.hidden && this.missed) {
      this.reload();
    }
  }

  /** Events may have been missed. */
  anew() {
    this.soon();
  }

  /** @param {boolean} isShown */
  #soonIf(isShown) {
    if (isShown) {
      this.soon();
    }
  }

  /**
   * Plans a reload. One reload serves all events of a while, so that a busy fleet does not use up the session's calls.
   * Hidden pages reload when they become visible.
   */
  soon() {
    this.newsAt = performance.now();
    clearTimeout(this.checking);
    if (document.hidden) {
      this.missed = true;
      return;
    }
    const rest = (this.readAt ?? 0) + BETWEEN_READINGS - performance.now();
    this.planned ??= setTimeout(() => {
      this.planned = undefined;
      this.reload();
    }, Math.max(CROWD, rest));
  }

  /** @param {Map<PropertyKey, unknown>} changed */
  willUpdate(changed) {
    if (this.leaving) {
      this.refusal = undefined;
    }
    // Another query needs other data.
    if (typeof changed.get('query') === 'string') {
      this.reload();
    }
  }

  /**
   * Reloads the data. If a reload is running, reloads once more after it, because it may have started too early. Nobody
   * waits for the reload of another query.
   */
  async reload() {
    if (this.leaving) {
      return;
    }
    const { query } = this;
    if (this.reading?.query === query) {
      this.again = true;
      return;
    }
    const reading = { query };
    this.reading = reading;
    do {
      this.again = false;
      await this.#readOnce(reading);
    } while (this.again && this.reading === reading && this.isConnected && !this.leaving);
    if (this.reading === reading) {
      this.reading = undefined;
    }
  }

  /** @param {{query: string}} reading */
  async #readOnce(reading) {
    const { query } = reading;
    const begun = performance.now();
    this.missed = false;
    clearTimeout(this.checking);
    let pause = NaN;
    try {
      const read = await this.load();
      if (this.reading === reading) {
        this.read = read;
        this.readFor = query;
        this.failure = undefined;
        this.updateComplete.then(() => this.dispatchEvent(new Event('loaded', { bubbles: true })));
      }
    } catch (failure) {
      if (this.reading === reading && !this.leaving) {
        this.failure = failure;
        // The data of another query, or of an item that is gone, is not kept.
        const isGone = failure instanceof ApiError && failure.kind === 'not-found';
        this.read = this.readFor === query && !isGone ? this.read : undefined;
        pause = pauseAfter(failure);
      }
    } finally {
      this.readAt = performance.now();
      const shownAt = this.newsAt + UNTIL_SHOWN;
      this.#check(begun < shownAt ? shownAt - this.readAt : pause);
    }
  }

  /** @param {number} pause before another reading, in ms; NaN if none is needed */
  #check(pause) {
    if (!Number.isNaN(pause) && this.isConnected) {
      clearTimeout(this.checking);
      this.checking = setTimeout(() => (document.hidden ? (this.missed = true) : this.reload()), pause);
    }
  }

  /**
   * The paths that programs read for the same data, without `/api/v1`.
   *
   * @returns {string[]}
   */
  get paths() {
    return [];
  }

  /**
   * Loads the page's data.
   *
   * @returns {Promise<any>}
   */
  async load() {
    return {};
  }

  /**
   * Deletes what the page shows and goes to another page. Meanwhile this page reads nothing and shows no problem of
   * running reads, which would only tell that it is deleted.
   *
   * @param {() => Promise<unknown>} deletion
   * @param {string} to the address of the other page
   */
  async leave(deletion, to) {
    this.leaving = true;
    try {
      await deletion();
    } catch (failure) {
      this.leaving = false;
      this.reload();
      throw failure;
    }
    go(to);
  }

  /**
   * Performs an action that ends with a secret on screen, which is shown once. `portal.js` keeps the user on the page.
   *
   * @template T
   * @param {() => Promise<T>} action
   */
  async awaitSecret(action) {
    this.secretsAwaited++;
    try {
      return await action();
    } finally {
      this.secretsAwaited--;
    }
  }

  /**
   * Takes an event that the page shows itself.
   *
   * @param {any} _event
   */
  receive(_event) {}

  /**
   * Whether an event changes what the page shows.
   *
   * @param {any} _event
   */
  isAffectedBy(_event) {
    return false;
  }

  /**
   * Whether the page shows data of a list that has no events of its own.
   *
   * @param {string} _list `keys`, `chargers`, `webhooks`, `deliveries`, `usage`, `organisation`, `commands`,
   *     `transactions` (only orphans) or, for operators, `organisations`
   */
  showsList(_list) {
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
      ${this.failure && this.read !== undefined ? html`<p class="note">This was read before and may be old.</p>` : nothing}
      ${this.read === undefined && !this.failure ? LOADING : nothing}
      ${this.read === undefined ? nothing : this.#shown()}
    `;
  }

  /** The data; that of another query is dimmed, and has no links to its other parts, until that of this one is there. */
  #shown() {
    const isOld = this.readFor !== this.query;
    return html`
      <p class="hidden" role="status">${isOld ? 'Loading.' : ''}</p>
      <div aria-busy=${isOld}>${this.content(this.read)}</div>
      ${sameWithCurl(this.paths)}
    `;
  }

  /**
   * The parts that do not depend on the data, such as the heading and filters.
   *
   * @returns {unknown}
   */
  above() {
    return nothing;
  }

  /**
   * A problem of loading, with a way to continue.
   *
   * @param {unknown} failure
   * @returns {unknown}
   */
  trouble(failure) {
    const pause = pauseAfter(failure);
    // The filters of the address are wrong, and the page shows them.
    const isInvalid = failure instanceof ApiError && failure.kind === 'invalid-request';
    return problem(failure, isInvalid ? undefined : () => this.reload(), Number.isNaN(pause) ? undefined : pause / 1_000);
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
 * The pause before another reading, in ms; NaN if it would fail in the same way. No event tells that the API recovered.
 *
 * @param {unknown} failure
 */
function pauseAfter(failure) {
  return failure instanceof ApiError && (failure.isUnanswered || failure.status === 429)
    ? Math.max(AFTER_FAILURE, failure.retryAfter * 1_000)
    : NaN;
}

/**
 * What a problem says about a field of a form and its entries, in the field's label.
 *
 * @param {unknown} failure
 * @param {string} field
 */
export function fault(failure, field) {
  return faultWhere(failure, (name) => name.replace(/\[.*/, '') === field);
}

/**
 * What a problem says about exactly a field, such as `payload.schedule[0].limit`.
 *
 * @param {unknown} failure
 * @param {string} path
 */
export function faultAt(failure, path) {
  return faultWhere(failure, (name) => name === path);
}

/**
 * @param {unknown} failure
 * @param {(name: string) => boolean} isMeant
 */
function faultWhere(failure, isMeant) {
  const faults = failure instanceof ApiError ? failure.faults : [];
  return faults.filter(({ field }) => isMeant(field)).map(({ message }) => html`<span class="bad">${message}</span>`);
}

/**
 * A problem, and a way to continue.
 *
 * @param {unknown} failure
 * @param {() => void} [again]
 * @param {number} [pause] seconds until the page tries again by itself
 */
export function problem(failure, again, pause) {
  const known = failure instanceof ApiError ? failure : new ApiError(0, 'Something went wrong', String(failure));
  const help = advice(known, pause);
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
