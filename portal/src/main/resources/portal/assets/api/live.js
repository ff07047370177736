/**
 * The organisation's events, refused handshakes and list changes as they happen: one stream for all tabs of a browser.
 * The visible tab that holds the lock reads the stream and informs the others. A stream resumes where the one before it
 * ended, whichever tab read that, and each tab passes an event on once. If the position is unknown or too old, `anew`
 * tells all tabs to reload their pages, as events may have been missed. `refused` without a handshake means that some
 * may have been missed, `changed` without a list that any list may have changed.
 */
import { EVENT_NAMES } from '../events/names.js';
import { ApiError, SIGNED_OUT } from './client.js';
import { follow, SILENT as SILENT_WHILE_BEHIND } from './follow.js';
import { rest } from './wait.js';

/** The data on screen counts as old if the stream takes longer to open, or is silent for longer, in ms. */
const SOON = 2_000;
/** The stream sends a heartbeat every second. After this silence, another stream is opened, in ms. */
const SILENT = 8_000;
/** The pause before another stream, after one broke and after one was refused, in ms. */
const AFTER_BREAK = 1_000;
const AFTER_REFUSAL = 5_000;
/** How long a tab without a position waits for those of other tabs, in ms. */
const INTRODUCTION = 100;
/** The number of events that are recognised if they come again. */
const REMEMBERED = 2_000;

/** The scope of a stream: the caller's organisation in a mode, or all organisations, for operators. @typedef {import('./client.js').Mode | 'admin'} Scope */

export class Live extends EventTarget {
  /** @param {Scope} scope */
  constructor(scope) {
    super();
    this.scope = scope;
    /** Undefined until the stream was opened or is late. @type {boolean | undefined} */
    this.connected = undefined;
    /** Why the API refused the stream; empty if it did not. */
    this.reason = '';
    /** When the last event arrived, in ms by a clock that nobody sets. */
    this.lastEventAt = -Infinity;
    /** The id to resume from. @type {string | undefined} */
    this.position = undefined;
    /** Ids of the last events, oldest first. @type {Set<string>} */
    this.seen = new Set();
    this.channel = new BroadcastChannel(`plugstream-live-${scope}`);
    this.channel.onmessage = ({ data }) => this.#receive(data);
    this.onVisibility = () => (document.hidden ? this.#leave() : this.#compete());
    document.addEventListener('visibilitychange', this.onVisibility);
    this.onOffline = () => this.#receive({ kind: 'connected', connected: false });
    window.addEventListener('offline', this.onOffline);
    /** Whether the stream may still read missed events. */
    this.isBehind = false;
    this.#compete();
  }

  close() {
    this.closed = true;
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
      .request(`plugstream-live-${this.scope}`, { signal: waiting.signal }, () => this.#lead(waiting.signal))
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
    this.stream?.abort();
  }

  /** Opens one stream after the other. @param {AbortSignal} signal */
  async #lead(signal) {
    this.leading = true;
    if (!this.position) {
      await rest(INTRODUCTION, signal);
    }
    while (!signal.aborted) {
      await rest(await this.#read(), signal);
    }
    this.leading = false;
  }

  /** Reads a stream until it ends. @returns {Promise<number>} the pause before the next stream, in ms */
  async #read() {
    const stream = new AbortController();
    const from = this.position;
    this.stream = stream;
    this.isBehind = false;
    let pause = AFTER_BREAK;
    let reason = '';
    const isDead = (/** @type {number} */ silence) => this.#isDead(silence);
    try {
      let opened = false;
      for await (const block of follow(address(this.scope), stream, { lastEventId: from, isDead })) {
        this.#alive();
        if (!opened) {
          opened = true;
          this.#opened(from);
        }
        this.#take(block);
      }
    } catch (failure) {
      const { status, retryAfter, detail } = failure instanceof ApiError ? failure : { status: 0, retryAfter: 0, detail: '' };
      if (status === 400 && from) {
        // The API does not know the position, for example after another organisation's user has signed in.
        this.position = undefined;
        return 0;
      }
      if (status > 0) {
        pause = Math.max(AFTER_REFUSAL, retryAfter * 1_000);
        reason = detail;
      }
    }
    if (stream.signal.aborted) {
      return 0;
    }
    this.#broadcast({ kind: 'connected', connected: false, reason });
    return pause;
  }

  #alive() {
    if (!this.connected) {
      this.#broadcast({ kind: 'connected', connected: true });
    }
  }

  /** @param {string | undefined} from where the stream resumes */
  #opened(from) {
    if (from) {
      this.isBehind = true;
      this.#extrasMissed();
    } else {
      this.#broadcast({ kind: 'anew' });
    }
  }

  /** The first heartbeat follows the missed events. Until then, the stream sent no refusals and list changes either. */
  #caughtUp() {
    if (this.isBehind) {
      this.isBehind = false;
      this.#extrasMissed();
    }
  }

  /** A resumed stream repeats missed events only, not refusals and list changes. */
  #extrasMissed() {
    this.#broadcast({ kind: 'refused' });
    this.#broadcast({ kind: 'changed' });
  }

  /** @param {import('./follow.js').Block} block */
  #take({ id, event, data }) {
    if (event !== undefined && EVENT_NAMES.includes(/** @type {any} */ (event))) {
      this.#broadcast({ kind: 'event', event: data, position: id });
      return;
    }
    if (id) {
      this.#broadcast({ kind: 'passed', position: id });
    }
    if (event === 'heartbeat') {
      this.#caughtUp();
    } else if (event === 'handshake.refused') {
      this.#broadcast({ kind: 'refused', event: data });
    } else if (event === 'list.changed') {
      this.#broadcast({ kind: 'changed', event: data });
    } else if (event === 'gap' && id) {
      this.#broadcast({ kind: 'anew' });
    } else if (event === 'gap') {
      this.#extrasMissed();
    } else if (event === 'unauthorized') {
      window.dispatchEvent(new Event(SIGNED_OUT));
    }
  }

  /** Marks the data as old long before the stream counts as dead. @param {number} silence in ms */
  #isDead(silence) {
    if (silence >= SOON && this.connected !== false) {
      this.#broadcast({ kind: 'connected', connected: false });
    }
    return silence > (this.isBehind ? SILENT_WHILE_BEHIND : SILENT);
  }

  /** @param {any} message */
  #broadcast(message) {
    this.channel.postMessage(message);
    this.#receive(message);
  }

  /** @param {any} message */
  #receive({ kind, event, position, connected, reason = '' }) {
    if (kind === 'hello') {
      this.#introduce();
      return;
    }
    this.position = kind === 'known' ? this.position ?? position : position ?? this.position;
    if (kind === 'known' || kind === 'passed' || (kind === 'event' && !this.#isNew(event))) {
      return;
    }
    if (kind === 'connected') {
      this.connected = connected;
      this.reason = reason;
    }
    if (kind === 'event') {
      this.lastEventAt = performance.now();
    }
    this.dispatchEvent(new CustomEvent(kind, { detail: event }));
  }

  /** Tells a tab that has just opened what it cannot know. */
  #introduce() {
    if (this.leading && this.connected !== undefined) {
      this.channel.postMessage({ kind: 'connected', connected: this.connected, reason: this.reason });
    }
    if (this.position) {
      this.channel.postMessage({ kind: 'known', position: this.position });
    }
  }

  /** Remembers an event, because tabs that follow each other may read it twice. @param {{eventId: string}} event */
  #isNew({ eventId }) {
    if (this.seen.has(eventId)) {
      return false;
    }
    this.seen.add(eventId);
    if (this.seen.size > REMEMBERED) {
      this.seen.delete(/** @type {string} */ (this.seen.values().next().value));
    }
    return true;
  }
}

/** An operator's stream sends everything without query parameters. @param {Scope} scope */
function address(scope) {
  return scope === 'admin'
    ? '/portal/api/admin/events'
    : `/portal/api/${scope}/events?handshakes=true&changes=true&heartbeats=true`;
}
