import { html, nothing } from 'lit';
import { Element } from './element.js';
import { problem } from './page.js';

/**
 * A dialog that asks for something and then does it; what is refused is told in it. Ends with the event `done`. Its button
 * is not disabled while it works, as it would lose the focus.
 */
export class AskingDialog extends Element {
  static properties = {
    busy: { state: true },
    failure: { state: true },
  };

  constructor() {
    super();
    this.busy = false;
    /** @type {unknown} */
    this.failure = undefined;
  }

  firstUpdated() {
    this.querySelector('dialog')?.showModal();
  }

  /**
   * Does what was asked for; what it throws is shown.
   *
   * @returns {Promise<unknown>}
   */
  async perform() {
    return undefined;
  }

  /**
   * @param {string} heading
   * @param {unknown} about
   * @param {unknown} inputs
   * @param {unknown} button the one that does it
   */
  ask(heading, about, inputs, button) {
    return html`
      <dialog aria-labelledby="asking-heading" @close=${() => this.dispatchEvent(new Event('done'))}>
        <h2 id="asking-heading">${heading}</h2>
        <p>${about}</p>
        <form @submit=${this.#submit}>
          ${inputs}
          ${this.failure ? problem(this.failure) : nothing}
          <div class="actions">
            ${button}
            <button type="button" @click=${this.#close}>Cancel</button>
          </div>
        </form>
      </dialog>
    `;
  }

  async #submit(/** @type {SubmitEvent} */ event) {
    event.preventDefault();
    if (this.busy) {
      return;
    }
    this.busy = true;
    try {
      await this.perform();
      this.#close();
    } catch (failure) {
      this.failure = failure;
    } finally {
      this.busy = false;
    }
  }

  #close() {
    this.querySelector('dialog')?.close();
  }
}
