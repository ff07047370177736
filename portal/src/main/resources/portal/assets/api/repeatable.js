import { ApiError } from './client.js';

/**
 * A POST that may be repeated after its response was lost.
 *
 * @typedef {object} Attempt
 * @property {string} key the Idempotency-Key
 * @property {string} [secret] created by the page, so that it is known even if the response is lost
 */

/** Keeps the Idempotency-Key of a POST until its result is certain, so that a repetition is not executed again. */
export class Repeatable {
  constructor() {
    /** The last request without a certain result. @type {{attempt: Attempt, asked: string} | undefined} */
    this.open = undefined;
  }

  /**
   * @template T
   * @param {unknown} request what the user asks for; only an identical request may have the same key
   * @param {(attempt: Attempt) => Promise<T>} action
   */
  async run(request, action) {
    const asked = JSON.stringify(request);
    const open = this.open?.asked === asked ? this.open : { attempt: { key: crypto.randomUUID() }, asked };
    this.open = open;
    try {
      const result = await action(open.attempt);
      this.open = undefined;
      return result;
    } catch (failure) {
      if (failure instanceof ApiError && !failure.isUncertain) {
        this.open = undefined;
      }
      throw failure;
    }
  }
}
