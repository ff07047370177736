/** The largest number of events that are kept, and of those that match the filter. */
const KEPT = 2_000;

/**
 * The events of a mode since the portal was opened, newest first. They are in the order of their arrival, because the
 * clock of a charger may be wrong by days.
 *
 * @typedef {{eventId: string, event: string, timestamp: string, data: any}} Happened
 */
export class Timeline {
  /** Whether a stream has been read. */
  #hasBegun = false;

  constructor() {
    /** @type {Happened[]} */
    this.all = [];
    /** Those that match the filter. Others do not push them out. @type {Happened[]} */
    this.found = [];
    /** @type {(event: Happened) => boolean} */
    this.matches = () => true;
    /** Whether earlier events were dropped before the filter was set. */
    this.isCut = false;
    /** Whether events may be missing. */
    this.mayBeIncomplete = false;
    this.wasCleared = false;
  }

  /** Since when it has its events, in words. */
  get since() {
    return this.wasCleared ? 'the list was cleared' : 'the portal was opened';
  }

  /** Takes the events of a stream. Those between it and the one before are missing. @param {EventTarget} live */
  record(live) {
    this.mayBeIncomplete ||= this.#hasBegun;
    live.addEventListener('anew', () => {
      this.mayBeIncomplete ||= this.#hasBegun;
      this.#hasBegun = true;
    });
    live.addEventListener('event', (event) => this.#add(/** @type {CustomEvent} */ (event).detail));
  }

  /** @param {(event: Happened) => boolean} matches */
  filter(matches) {
    this.matches = matches;
    this.found = this.all.filter(matches);
    this.isCut = this.all.length === KEPT;
  }

  clear() {
    this.all = [];
    this.found = [];
    this.isCut = false;
    this.mayBeIncomplete = false;
    this.wasCleared = true;
  }

  /** @param {Happened} event */
  #add(event) {
    this.#hasBegun = true;
    this.all = [event, ...this.all.slice(0, KEPT - 1)];
    if (this.matches(event)) {
      this.found = [event, ...this.found.slice(0, KEPT - 1)];
    }
  }
}
