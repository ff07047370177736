import { Element } from './element.js';

/** An element whose user can act. It performs one action at a time and keeps the problem of the last one. */
export class Acting extends Element {
  /** @type {import('lit').PropertyDeclarations} */
  static properties = { busy: { state: true }, refusal: { state: true } };

  constructor() {
    super();
    /** Whether an action of the user is running. */
    this.busy = false;
    /** The problem of the user's last action. @type {unknown} */
    this.refusal = undefined;
  }

  /**
   * Performs an action of the user, unless one is running. The element shows the problem if it fails.
   *
   * @param {() => Promise<unknown>} action
   */
  async act(action) {
    if (this.busy) {
      return;
    }
    this.busy = true;
    this.refusal = undefined;
    try {
      await action();
    } catch (failure) {
      this.refusal = failure;
    } finally {
      this.busy = false;
    }
  }
}
