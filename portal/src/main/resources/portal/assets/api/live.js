/**
 * The organisation's events, refused handshakes and list changes as they happen: one stream for all tabs of a browser.
 * The visible tab that holds the lock reads the stream and informs the others. A tab that takes it over tells all tabs to
 * reload their pages, as events may have been missed. After a reconnect, the stream itself sends the missed events.
 * `refused` without a handshake means that some may have been missed, `changed` without a list that any list may have
 * changed.
 */
import { EVENT_NAMES } from '../events/names.js';
import { session, SIGNED_OUT } from './client.js';

/** The data on screen counts as old if the stream takes longer to open, or is silent for longer, in ms. */
const SOON = 2_000;
/** The stream sends a heartbeat every second. After this silence, another stream is opened, in ms. */
const SILENT = 8_000;
const LOOK = 500;
const BEFORE_NEXT = 5_000;

/** The scope of a stream: the caller's organisation in a mode, or all organisations, for operators. @typedef {import('./client.js').Mode | 'admin'} Scope */

export class Live extends EventTarget {
  /** @param {Scope} scope */
  constructor(scope) {
    super();
    this.scope = scope;
    this.connected = false;
    /** When the last event arrived, in ms. */
    this.lastEventAt = -Infinity;
    this.channel = new BroadcastChannel(`plugstream-live-${scope}`);
    this.channel.onmessage = ({ data }) => this.#receive(data);
    this.onVisibility = () => (document.hidden ? this.#leave() : this.#compete());
    document.addEventListener('visibilitychange', this.onVisibility);
    /** When the stream last sent anything, in ms. */
    this.aliveAt = Date.now();
    this.onOffline = () => this.#startOver();
    window.addEventListener('offline', this.onOffline);
    this.#compete();
  }

  close() {
    this.closed = true;
    clearTimeout(this.next);
    document.removeEventListener('visibilitychange', this.onVisibility);
    window.removeEventListener('offline', this.onOffline);
    this.#leave();
    this.channel.close();
  }

  #compete() {
    if (this.waiting || document.hidden || this.closed) {
      return;
    }
    const waiting = new AbortController();
    this.waiting = waiting;
    navigator.locks
      .request(`plugstream-live-${this.scope}`, { signal: waiting.signal }, () => this.#read(waiting.signal))
      .catch((failure) => {
        if (failure.name !== 'AbortError') {
          throw failure;
        }
      });
    this.channel.postMessage({ kind: 'hello' });
  }

  #leave() {
    this.waiting?.abort();
    this.waiting = undefined;
    this.release?.();
    this.release = undefined;
  }

  /** A browser that lost its network may keep a dead stream for a long time. */
  #startOver() {
    if (this.leading) {
      this.#leave();
      this.#compete();
    }
  }

  /** @param {AbortSignal} signal */
  async #read(signal) {
    if (signal.aborted) {
      return;
    }
    const source = new EventSource(address(this.scope));
    this.leading = true;
    let opened = false;
    const watch = setInterval(() => this.#watch(source), LOOK);
    const late = setTimeout(() => this.#broadcast({ kind: 'connected', connected: false }), SOON);
    source.onopen = () => {
      clearTimeout(late);
      this.aliveAt = Date.now();
      this.#broadcast({ kind: 'connected', connected: true });
      // A reopened stream repeats missed events only, not refusals and list changes.
      (opened ? ['refused', 'changed'] : ['anew']).forEach((kind) => this.#broadcast({ kind }));
      opened = true;
    };
    source.onerror = () => {
      this.#broadcast({ kind: 'connected', connected: false });
      if (source.readyState === EventSource.CLOSED) {
        this.#whyClosed();
      }
    };
    for (const name of EVENT_NAMES) {
      source.addEventListener(name, ({ data }) => this.#broadcast({ kind: 'event', event: JSON.parse(data) }));
    }
    source.addEventListener('handshake.refused', ({ data }) => this.#broadcast({ kind: 'refused', event: JSON.parse(data) }));
    source.addEventListener('list.changed', ({ data }) => this.#broadcast({ kind: 'changed', event: JSON.parse(data) }));
    source.addEventListener('heartbeat', () => this.#onHeartbeat());
    source.addEventListener('gap', () => this.#broadcast({ kind: 'anew' }));
    source.addEventListener('unauthorized', () => window.dispatchEvent(new Event(SIGNED_OUT)));
    await new Promise((resolve) => {
      this.release = () => resolve(undefined);
    });
    clearTimeout(late);
    clearInterval(watch);
    this.leading = false;
    source.close();
  }

  #onHeartbeat() {
    this.aliveAt = Date.now();
    if (!this.connected) {
      this.#broadcast({ kind: 'connected', connected: true });
    }
  }

  /** A dead network causes no error, so silence is measured. @param {EventSource} source */
  #watch(source) {
    const silence = Date.now() - this.aliveAt;
    if (source.readyState !== EventSource.OPEN || silence < SOON) {
      return;
    }
    if (this.connected) {
      this.#broadcast({ kind: 'connected', connected: false });
    }
    if (silence > SILENT) {
      this.#startOver();
    }
  }

  /** After a refusal the browser does not retry, and does not tell the reason. */
  async #whyClosed() {
    const known = await session().catch(() => undefined);
    if (known === null) {
      window.dispatchEvent(new Event(SIGNED_OUT));
      return;
    }
    clearTimeout(this.next);
    this.next = setTimeout(() => {
      this.#leave();
      this.#compete();
    }, BEFORE_NEXT);
  }

  /** @param {any} message */
  #broadcast(message) {
    this.channel.postMessage(message);
    this.#receive(message);
  }

  /** @param {any} message */
  #receive(message) {
    if (message.kind === 'hello') {
      if (this.leading) {
        this.channel.postMessage({ kind: 'connected', connected: this.connected });
      }
      return;
    }
    if (message.kind === 'connected') {
      this.connected = message.connected;
    }
    if (message.kind === 'event') {
      this.lastEventAt = Date.now();
    }
    this.dispatchEvent(new CustomEvent(message.kind, { detail: message.event }));
  }
}

/** An operator's stream sends everything without query parameters. @param {Scope} scope */
function address(scope) {
  return scope === 'admin'
    ? '/portal/api/admin/events'
    : `/portal/api/${scope}/events?handshakes=true&changes=true&heartbeats=true`;
}
