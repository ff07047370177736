import { html, nothing } from 'lit';
import { Acting } from './acting.js';
import { problem } from './page.js';

/**
 * A dialog that asks for input and then acts; it shows the problem if that fails. It ends with the event `done`. Its
 * button is not disabled while it works, because a disabled button loses the focus.
 */
export class AskingDialog extends Acting {
  connectedCallback() {
    super.connectedCallback();
    this.updateComplete.then(() => {
      const dialog = /** @type {HTMLDialogElement} */ (this.querySelector('dialog'));
      // One that was taken off the screen with its page, and comes back, is not modal any more.
      dialog.open = false;
      dialog.showModal();
    });
  }

  /**
   * Performs the action; the dialog shows the error that it throws.
   *
   * @returns {Promise<unknown>}
   */
  async perform() {
    return undefined;
  }

  /**
   * @param {unknown} heading
   * @param {unknown} about
   * @param {unknown} inputs
   * @param {unknown} button the button that submits the form
   */
  ask(heading, about, inputs, button) {
    return html`
      <dialog aria-labelledby="asking-heading" @close=${() => this.dispatchEvent(new Event('done'))}>
        <h2 id="asking-heading">${heading}</h2>
        <p>${about}</p>
        <form @submit=${this.#submit}>
          ${inputs}
          ${this.refusal ? problem(this.refusal) : nothing}
          <div class="actions">
            ${button}
            <button type="button" @click=${this.#close}>Cancel</button>
          </div>
        </form>
      </dialog>
    `;
  }

  #submit(/** @type {SubmitEvent} */ event) {
    event.preventDefault();
    return this.act(async () => {
      await this.perform();
      this.#close();
    });
  }

  #close() {
    this.querySelector('dialog')?.close();
  }
}
