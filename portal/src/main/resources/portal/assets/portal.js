import { html, nothing } from 'lit';
import { ApiError, session, signOut, SIGNED_OUT } from './api/client.js';
import { Live } from './api/live.js';
import { Timeline } from './events/timeline.js';
import { go } from './ui/address.js';
import { Element } from './ui/element.js';
import { LOADING, problem } from './ui/page.js';

/**
 * @typedef {import('./api/client.js').Mode} Mode
 * @typedef {{tag: string, load: () => Promise<unknown>, id?: string}} View loaded on demand; `id` is the property of the
 *     element for the id in the address
 * @typedef {{name: string, title: string, all: View, one?: View, isForOperators?: boolean}} PageOf `one` shows the item
 *     that the address names
 */

/** @type {PageOf[]} */
const PAGES = [
  { name: 'overview', title: 'Overview', all: { tag: 'overview-page', load: () => import('./pages/overview-page.js') } },
  {
    name: 'chargers',
    title: 'Chargers',
    all: { tag: 'chargers-page', load: () => import('./pages/chargers-page.js') },
    one: { tag: 'charger-page', load: () => import('./pages/charger-page.js'), id: 'chargeBoxId' },
  },
  {
    name: 'transactions',
    title: 'Transactions',
    all: { tag: 'transactions-page', load: () => import('./pages/transactions-page.js') },
    one: { tag: 'transaction-page', load: () => import('./pages/transaction-page.js'), id: 'transactionId' },
  },
  {
    name: 'webhooks',
    title: 'Webhooks',
    all: { tag: 'webhooks-page', load: () => import('./pages/webhooks-page.js') },
    one: { tag: 'webhook-page', load: () => import('./pages/webhook-page.js'), id: 'webhookId' },
  },
  { name: 'events', title: 'Live events', all: { tag: 'events-page', load: () => import('./pages/events-page.js') } },
  { name: 'keys', title: 'API keys', all: { tag: 'keys-page', load: () => import('./pages/keys-page.js') } },
  { name: 'usage', title: 'Organisation', all: { tag: 'usage-page', load: () => import('./pages/usage-page.js') } },
  {
    name: 'operators',
    title: 'Operators',
    isForOperators: true,
    all: { tag: 'operators-page', load: () => import('./pages/operators-page.js') },
  },
];

const LOST = new ApiError(0, 'This page cannot be loaded', 'Check your connection and load the page again.');

/** The frame of all pages: the signed-in user, the navigation, and whether the data is live. */
class Portal extends Element {
  static properties = {
    who: { state: true },
    failure: { state: true },
    mode: { state: true },
    page: { state: true },
    one: { state: true },
    query: { state: true },
    view: { state: true },
    loaded: { state: true },
    missing: { state: true },
    connected: { state: true },
    reason: { state: true },
  };

  constructor() {
    super();
    /** @type {any} */
    this.who = undefined;
    /** @type {unknown} */
    this.failure = undefined;
    this.mode = /** @type {Mode} */ ('live');
    /** @type {Live | undefined} */
    this.live = undefined;
    /** The events of each mode. */
    this.timelines = { live: new Timeline(), test: new Timeline() };
    this.connected = true;
    /** Why the API refused the live connection. */
    this.reason = '';
    /** @type {View | undefined} */
    this.view = undefined;
    /** The view whose files are loaded. @type {View | undefined} */
    this.loaded = undefined;
    this.missing = false;
    this.address = location.href;
    /** The mode, page and item of the element. @type {string | undefined} */
    this.place = undefined;
    /** The element of the page. @type {any} */
    this.element = undefined;
    /** Who was signed in before the session ended. @type {string | undefined} */
    this.former = undefined;
    /** Whether they have signed in again while a secret delays the end. */
    this.returned = false;
    /** Where the page was scrolled to, until it is loaded: browsers restore it too early. @type {number | undefined} */
    this.scrolled = undefined;
    this.#locate();
    window.addEventListener('popstate', () => this.#move());
    this.addEventListener('loaded', () => this.#scroll());
    this.tabs = new BroadcastChannel('plugstream-session');
    this.tabs.onmessage = () => this.#end();
    this.people = new BroadcastChannel('plugstream-person');
    this.people.onmessage = ({ data }) => this.#meet(data);
    window.addEventListener(SIGNED_OUT, () => this.#endEverywhere());
    document.addEventListener('click', ignoreRepeated, { capture: true });
    document.addEventListener('keydown', ignoreRepeated, { capture: true });
    document.addEventListener('click', (event) => this.#follow(event));
    window.addEventListener('beforeunload', (event) => this.#holdsSecret() && event.preventDefault());
  }

  connectedCallback() {
    super.connectedCallback();
    // Removes the text that is shown while the portal loads.
    this.replaceChildren();
    this.#ask();
  }

  async #ask() {
    try {
      this.who = await session();
      this.failure = undefined;
      this.#listen();
      if (this.who) {
        this.people.postMessage(person(this.who));
      }
    } catch (failure) {
      this.failure = failure;
    }
  }

  /**
   * A browser has one session: if a user signs in in another tab, this tab belongs to them, too. If their former session
   * ended on a page, the page goes on with what they entered.
   *
   * @param {string} other
   */
  #meet(other) {
    if (this.who === null && this.former === other) {
      this.#ask();
    } else if (this.who !== undefined && (this.who === null || person(this.who) !== other)) {
      this.live?.close();
      this.#afterSecret(() => location.reload());
    } else {
      this.returned = true;
    }
  }

  /** Informs the other tabs at once. */
  #endEverywhere() {
    if (this.who) {
      this.tabs.postMessage('over');
      this.#end();
    }
  }

  #end() {
    if (!this.who) {
      return;
    }
    this.live?.close();
    if (this.#secret()) {
      this.returned = false;
      this.#afterSecret(() => {
        this.#end();
        if (this.returned) {
          this.#ask();
        }
      });
      return;
    }
    this.former = person(this.who);
    this.who = null;
    this.live = undefined;
  }

  /** A secret that is shown once stays on screen until the user has stored it. @param {() => void} act */
  #afterSecret(act) {
    const secret = this.#secret();
    if (secret) {
      secret.addEventListener('done', act, { once: true });
    } else {
      act();
    }
  }

  /** The dialog with a secret that the user has not stored yet. */
  #secret() {
    return this.querySelector('secret-dialog:has(dialog[open])');
  }

  /** Whether leaving the page would lose a secret that is shown once, or that a running call returns. */
  #holdsSecret() {
    return this.#secret() !== null || this.element?.secretsAwaited > 0;
  }

  #locate() {
    this.address = location.href;
    const [, , mode, page, id = '', ...more] = location.pathname.split('/');
    const found = PAGES.find(({ name }) => name === (page || 'overview'));
    this.mode = /** @type {Mode} */ (mode === 'test' ? 'test' : 'live');
    this.one = decoded(id);
    this.page = more.length === 0 && this.one !== null && (this.one === '' || found?.one) ? found : undefined;
    this.query = location.search;
    this.view = this.one ? this.page?.one : this.page?.all;
    // A new element for each mode and item, so that no state of another remains.
    const place = `${this.mode}/${this.page?.name}/${this.one}`;
    if (this.place !== place) {
      this.place = place;
      this.element = undefined;
    }
    this.#load();
    this.#listen();
  }

  /**
   * Moves to the page of the address, unless a secret would be lost. The focus goes to the start of the new page, as
   * after any link, for users of screen readers.
   */
  async #move() {
    if (this.#holdsSecret()) {
      history.pushState(null, '', this.address);
      return;
    }
    const { place, query } = this;
    this.#locate();
    if (this.who) {
      // That of a sign-out.
      this.failure = undefined;
    }
    this.scrolled = place === this.place && query === this.query ? undefined : history.state?.scrolled;
    if (place !== this.place) {
      await this.updateComplete;
      this.#toStart();
    }
  }

  #toStart() {
    window.scrollTo(0, 0);
    this.querySelector('main')?.focus();
  }

  #scroll() {
    if (this.scrolled !== undefined) {
      window.scrollTo(0, this.scrolled);
      this.scrolled = undefined;
    }
  }

  /** Loads each page on demand, so that the first page loads fast. */
  async #load() {
    const view = this.view;
    this.missing = false;
    try {
      await view?.load();
    } catch {
      this.missing = this.view === view;
    }
    if (this.view === view) {
      this.loaded = view;
    }
  }

  /**
   * Loads the document again, because browsers do not retry an import that failed, and because an update of the portal
   * removes the previous files. If the server cannot be reached, the document stays.
   */
  async #loadAgain() {
    try {
      await session();
    } catch {
      return;
    }
    location.reload();
  }

  /** Opens the stream for the current page: the organisation in a mode, or all organisations. */
  #listen() {
    const scope = this.page?.isForOperators ? 'admin' : this.mode;
    const mayHear = scope === 'admin' ? this.who?.operator : this.who?.organisationId;
    if (!mayHear || this.live?.scope === scope) {
      return;
    }
    this.live?.close();
    const live = new Live(scope);
    if (scope !== 'admin') {
      this.timelines[scope].record(live);
    }
    live.addEventListener('connected', () => {
      const wasInterrupted = !this.connected;
      this.connected = live.connected !== false;
      this.reason = live.reason;
      if (wasInterrupted && this.connected && this.missing) {
        this.#loadAgain();
      }
    });
    this.live = live;
  }

  /** Links within the portal change the page without reloading it. @param {MouseEvent} event */
  #follow(event) {
    const link = /** @type {Element} */ (event.target).closest?.('a[href^="/portal/live"], a[href^="/portal/test"]');
    if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) {
      return;
    }
    event.preventDefault();
    go(/** @type {string} */ (link.getAttribute('href')));
    this.updateComplete.then(() => this.#begin(link));
  }

  /** Goes to the start of what a link shows: another part of the list above it, or another page. @param {globalThis.Element} link */
  #begin(link) {
    const list = /** @type {HTMLElement | null | undefined} */ (link.closest('.parts')?.previousElementSibling);
    if (list?.hasAttribute('tabindex')) {
      list.scrollIntoView();
      list.focus({ preventScroll: true });
    } else {
      this.#toStart();
    }
  }

  async #signOut() {
    this.failure = undefined;
    try {
      const next = await signOut();
      this.tabs.postMessage('over');
      location.assign(next);
    } catch (failure) {
      this.failure = failure;
    }
  }

  render() {
    if (this.failure && this.who === undefined) {
      return html`<main>${problem(this.failure, () => this.#ask())}</main>`;
    }
    if (this.who === undefined) {
      return html`<main>${LOADING}</main>`;
    }
    return this.who === null ? this.#welcome() : this.#frame();
  }

  #welcome() {
    const to = encodeURIComponent(location.pathname + location.search);
    document.title = 'Plugstream';
    return html`
      <main>
        <h1>Plugstream</h1>
        <p>${this.former ? 'You are signed out, or your session has ended.' : 'Keys, chargers and usage of your organisation.'}</p>
        <div class="actions">
          <a class="button main" href="/portal/sign-in?to=${to}">Sign in</a>
          ${this.former
            ? html`
              <a class="button" href="/portal/sign-in?to=${to}" target="_blank">
                Sign in in a new tab, and go on here with what you entered</a>`
            : nothing}
        </div>
      </main>
    `;
  }

  #frame() {
    const name = this.page?.name ?? 'overview';
    const title = this.page?.title ?? 'Not found';
    document.title = `${this.page && this.one ? `${this.one} · ${title}` : title} · Plugstream`;
    return html`
      <a class="skip" href="#content">To the content</a>
      <header class="top">
        <a class="brand" href="/portal/${this.mode}/overview">Plugstream</a>
        <nav aria-label="Pages">
          <ul>
            ${PAGES.filter((page) => this.#isForThem(page)).map((page) => html`
              <li><a href="/portal/${this.mode}/${page.name}" aria-current=${this.#current(page)}>${page.title}</a></li>
            `)}
            <li><a href="/docs" target="_blank">API reference</a></li>
          </ul>
        </nav>
        <div class="who">
          <nav class="mode" aria-label="Mode">
            ${['live', 'test'].map((mode) => html`
              <a href="/portal/${mode}/${name}" aria-current=${this.mode === mode ? 'true' : 'false'}>${mode}</a>
            `)}
          </nav>
          <bdi>${this.who.name ?? this.who.subject}</bdi>
          <button type="button" @click=${this.#signOut}>Sign out</button>
        </div>
      </header>
      <div class="banners" role="status">
        ${this.mode === 'test' ? html`<div class="banner">Test mode: nothing here touches live chargers.</div>` : nothing}
        ${this.connected ? nothing : html`<div class="banner stale">The live connection is interrupted, so the data may be old.</div>`}
      </div>
      <div role="status">
        ${this.connected ? nothing : html`<div class="banner quiet">The portal reconnects by itself. ${this.reason}</div>`}
      </div>
      <main id="content" tabindex="-1">
        ${this.failure ? problem(this.failure) : nothing}
        ${this.#content()}
      </main>
    `;
  }

  #content() {
    if (this.page && !this.page.isForOperators && !this.who.organisationId) {
      return html`
        <h1>No organisation</h1>
        <p>You are an operator without an organisation, so this page is empty.</p>
        <p><a href="/portal/${this.mode}/operators">Go to all organisations</a></p>
      `;
    }
    if (!this.page || !this.#isForThem(this.page)) {
      return html`<h1>Not found</h1><p>There is no such page. <a href="/portal/${this.mode}/overview">Go to the overview</a></p>`;
    }
    if (this.missing) {
      return problem(LOST, () => this.#loadAgain());
    }
    if (!this.live || !this.view || this.loaded !== this.view) {
      return LOADING;
    }
    this.element ??= document.createElement(this.view.tag);
    const { mode, live, query } = this;
    const timeline = this.timelines[mode];
    return Object.assign(this.element, { mode, live, query, timeline }, this.view.id ? { [this.view.id]: this.one } : {});
  }

  /** Whether the user may see the page. The API checks each call itself. @param {PageOf} page */
  #isForThem(page) {
    return !page.isForOperators || this.who.operator;
  }

  /** @param {PageOf} page */
  #current(page) {
    if (this.page !== page) {
      return 'false';
    }
    return this.one ? 'true' : 'page';
  }
}

/** @param {{subject: string, organisationId: string | null}} who */
function person({ subject, organisationId }) {
  return JSON.stringify([subject, organisationId]);
}

/** A decoded part of the path; null if its encoding is invalid. @param {string} part */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/**
 * The second click of a double click on a button has no effect, and neither has a key that is held down: after a fast
 * answer it would do the same again, or undo it. Only entries of lists may be added and removed that fast.
 *
 * @param {MouseEvent | KeyboardEvent} event
 */
function ignoreRepeated(event) {
  const button = /** @type {Element} */ (event.target).closest?.('button:not(.add, .entry > *)');
  const isHeld = 'repeat' in event && event.repeat && event.key === 'Enter';
  if (button && (isHeld || event.detail > 1)) {
    event.preventDefault();
    event.stopPropagation();
  }
}

customElements.define('plugstream-portal', Portal);
