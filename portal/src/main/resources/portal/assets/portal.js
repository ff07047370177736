import { html, nothing } from 'lit';
import { keyed } from 'lit-html/directives/keyed.js';
import { session, signOut, SIGNED_OUT } from './api/client.js';
import { Live } from './api/live.js';
import { Element } from './ui/element.js';
import { problem } from './ui/page.js';
import './pages/chargers-page.js';
import './pages/keys-page.js';
import './pages/overview-page.js';
import './pages/usage-page.js';

/** @typedef {import('./api/client.js').Mode} Mode */

/** @type {[string, string, (mode: Mode, live: Live) => unknown][]} */
const PAGES = [
  ['overview', 'Overview', (mode, live) => html`<overview-page .mode=${mode} .live=${live}></overview-page>`],
  ['keys', 'API keys', (mode, live) => html`<keys-page .mode=${mode} .live=${live}></keys-page>`],
  ['chargers', 'Chargers', (mode, live) => html`<chargers-page .mode=${mode} .live=${live}></chargers-page>`],
  ['usage', 'Organisation', (mode, live) => html`<usage-page .mode=${mode} .live=${live}></usage-page>`],
];

/** The frame of all pages: who is signed in, where they are, whether what they see is live. */
class Portal extends Element {
  static properties = {
    who: { state: true },
    failure: { state: true },
    mode: { state: true },
    page: { state: true },
    connected: { state: true },
    over: { state: true },
  };

  constructor() {
    super();
    /** @type {any} */
    this.who = undefined;
    /** @type {unknown} */
    this.failure = undefined;
    this.connected = true;
    this.over = false;
    this.#locate();
    window.addEventListener('popstate', () => this.#locate());
    this.tabs = new BroadcastChannel('plugstream-session');
    this.tabs.onmessage = () => this.#end();
    window.addEventListener(SIGNED_OUT, () => this.#endEverywhere());
    document.addEventListener('click', (event) => this.#follow(event));
  }

  connectedCallback() {
    super.connectedCallback();
    // What stands there while nothing is loaded.
    this.replaceChildren();
    this.#ask();
  }

  async #ask() {
    try {
      this.who = await session();
      this.failure = undefined;
      this.#listen();
    } catch (failure) {
      this.failure = failure;
    }
  }

  /** Other tabs learn at once what this one knows. */
  #endEverywhere() {
    if (this.who) {
      this.tabs.postMessage('over');
      this.#end();
    }
  }

  #end() {
    if (this.who) {
      this.over = true;
      this.who = null;
      this.live?.close();
      this.live = undefined;
    }
  }

  #locate() {
    const [, , mode, page] = location.pathname.split('/');
    this.mode = /** @type {Mode} */ (mode === 'test' ? 'test' : 'live');
    this.page = PAGES.find(([name]) => name === (page || 'overview')) ?? null;
    this.#listen();
  }

  /** One stream for the mode that is looked at. */
  #listen() {
    if (!this.who?.organisationId || this.live?.mode === this.mode) {
      return;
    }
    this.live?.close();
    const live = new Live(this.mode);
    live.addEventListener('connected', () => (this.connected = live.connected));
    this.live = live;
  }

  /** Links within the portal change the page without loading it anew. @param {MouseEvent} event */
  #follow(event) {
    const link = /** @type {Element} */ (event.target).closest?.('a[href^="/portal/live"], a[href^="/portal/test"]');
    if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) {
      return;
    }
    event.preventDefault();
    history.pushState(null, '', link.getAttribute('href'));
    this.#locate();
    this.updateComplete.then(() => this.querySelector('main')?.focus());
  }

  async #signOut() {
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
      return html`<main><p class="note" role="status">Loading.</p></main>`;
    }
    return this.who === null ? this.#welcome() : this.#frame();
  }

  #welcome() {
    const to = encodeURIComponent(location.pathname + location.search);
    document.title = 'Plugstream';
    return html`
      <main>
        <h1>Plugstream</h1>
        <p>${this.over ? 'You are signed out, or your session is over.' : 'Keys, chargers and usage of your organisation.'}</p>
        <a class="button main" href="/portal/sign-in?to=${to}">Sign in</a>
      </main>
    `;
  }

  #frame() {
    const name = this.page?.[0] ?? 'overview';
    document.title = `${this.page?.[1] ?? 'Not found'} · Plugstream`;
    return html`
      <a class="skip" href="#content">To the content</a>
      <header class="top">
        <a class="brand" href="/portal/${this.mode}/overview">Plugstream</a>
        <nav aria-label="Pages">
          <ul>
            ${PAGES.map(([page, title]) => html`
              <li><a href="/portal/${this.mode}/${page}" aria-current=${this.page?.[0] === page ? 'page' : 'false'}>${title}</a></li>
            `)}
          </ul>
        </nav>
        <div class="who">
          <nav class="mode" aria-label="Mode">
            ${['live', 'test'].map((mode) => html`
              <a href="/portal/${mode}/${name}" aria-current=${this.mode === mode ? 'true' : 'false'}>${mode}</a>
            `)}
          </nav>
          <span>${this.who.name ?? this.who.subject}</span>
          <button type="button" @click=${this.#signOut}>Sign out</button>
        </div>
      </header>
      ${this.mode === 'test' ? html`<div class="banner">Test mode: nothing here touches live chargers.</div>` : nothing}
      <div role="status">
        ${this.connected ? nothing : html`<div class="banner stale">The live connection is interrupted; what you see may be old.</div>`}
      </div>
      <main id="content" tabindex="-1">
        ${this.failure ? problem(this.failure) : nothing}
        ${this.#content()}
      </main>
    `;
  }

  #content() {
    if (!this.who.organisationId) {
      return html`<h1>No organisation</h1><p>You operate the platform and belong to no organisation, so there is nothing to see here.</p>`;
    }
    if (!this.page) {
      return html`<h1>Not found</h1><p>There is no such page. <a href="/portal/${this.mode}/overview">Go to the overview</a></p>`;
    }
    // One of its own for each mode, so that nothing of the other is left on it.
    const [name, , show] = this.page;
    return this.live ? keyed(`${this.mode}/${name}`, show(this.mode, this.live)) : nothing;
  }
}

customElements.define('plugstream-portal', Portal);
