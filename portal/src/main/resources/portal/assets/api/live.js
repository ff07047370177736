/**
 * The organisation's events, refused handshakes and changed lists as they happen: one stream for all tabs of a browser. The visible tab
 * that holds the lock reads the stream and tells the others. Whoever takes it over tells all to read their pages anew, as
 * something may have happened in between; after a mere reconnect the stream itself brings the events that were missed.
 * `refused` without a handshake says that some of them may have been, `changed` without a list that any may have.
 */
import { EVENTS } from '../events/names.js';
import { session, SIGNED_OUT } from './client.js';

/** What is on screen counts as old when the stream needs longer than this to open, or is silent for longer, in ms. */
const SOON = 2_000;
/** The stream beats every second. When it is silent for so long another one is opened, in ms. */
const SILENT = 8_000;
const LOOK = 500;
const BEFORE_NEXT = 5_000;

/** What a stream is of: the caller's organisation in a mode, or all organisations, for operators. @typedef {import('./client.js').Mode | 'admin'} Scope */

export class Live extends EventTarget {
  /** @param {Scope} scope */
  constructor(scope) {
    super();
    this.scope = scope;
    this.connected = false;
    /** When the last event was heard, in ms. */
    this.heardAt = -Infinity;
    this.channel = new BroadcastChannel(`plugstream-live-${scope}`);
    this.channel.onmessage = ({ data }) => this.#hear(data);
    this.onVisibility = () => (document.hidden ? this.#leave() : this.#compete());
    document.addEventListener('visibilitychange', this.onVisibility);
    /** When something was heard on the stream, in ms. */
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

  /** A browser that lost its network may keep a stream for long on which nothing can come. */
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
    const late = setTimeout(() => this.#tell({ kind: 'connected', connected: false }), SOON);
    source.onopen = () => {
      clearTimeout(late);
      this.aliveAt = Date.now();
      this.#tell({ kind: 'connected', connected: true });
      // Only events come again that were missed.
      (opened ? ['refused', 'changed'] : ['anew']).forEach((kind) => this.#tell({ kind }));
      opened = true;
    };
    source.onerror = () => {
      this.#tell({ kind: 'connected', connected: false });
      if (source.readyState === EventSource.CLOSED) {
        this.#whyClosed();
      }
    };
    for (const [name] of EVENTS) {
      source.addEventListener(name, ({ data }) => this.#tell({ kind: 'event', event: JSON.parse(data) }));
    }
    source.addEventListener('handshake.refused', ({ data }) => this.#tell({ kind: 'refused', event: JSON.parse(data) }));
    source.addEventListener('list.changed', ({ data }) => this.#tell({ kind: 'changed', event: JSON.parse(data) }));
    source.addEventListener('heartbeat', () => this.#heard());
    source.addEventListener('gap', () => this.#tell({ kind: 'anew' }));
    source.addEventListener('unauthorized', () => window.dispatchEvent(new Event(SIGNED_OUT)));
    await new Promise((resolve) => {
      this.release = () => resolve(undefined);
    });
    clearTimeout(late);
    clearInterval(watch);
    this.leading = false;
    source.close();
  }

  #heard() {
    this.aliveAt = Date.now();
    if (!this.connected) {
      this.#tell({ kind: 'connected', connected: true });
    }
  }

  /** A network that carries nothing any more does not say so. @param {EventSource} source */
  #watch(source) {
    const silence = Date.now() - this.aliveAt;
    if (source.readyState !== EventSource.OPEN || silence < SOON) {
      return;
    }
    if (this.connected) {
      this.#tell({ kind: 'connected', connected: false });
    }
    if (silence > SILENT) {
      this.#startOver();
    }
  }

  /** A browser does not try again after a refusal, and does not say what it was. */
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
  #tell(message) {
    this.channel.postMessage(message);
    this.#hear(message);
  }

  /** @param {any} message */
  #hear(message) {
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
      this.heardAt = Date.now();
    }
    this.dispatchEvent(new CustomEvent(message.kind, { detail: message.event }));
  }
}

/** An operator's stream tells all that it can without being asked. @param {Scope} scope */
function address(scope) {
  return scope === 'admin'
    ? '/portal/api/admin/events'
    : `/portal/api/${scope}/events?handshakes=true&changes=true&heartbeats=true`;
}
