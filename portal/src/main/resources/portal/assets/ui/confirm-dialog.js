import { html, nothing } from 'lit';
import { Element } from './element.js';
import { problem } from './page.js';

/** Asks before something that cannot be undone: its name has to be typed. Ends with the event `done`. */
export class ConfirmDialog extends Element {
  static properties = {
    heading: { type: String },
    text: { type: String },
    label: { type: String },
    word: { type: String },
    verb: { type: String },
    act: { attribute: false },
    typed: { state: true },
    busy: { state: true },
    failure: { state: true },
  };

  constructor() {
    super();
    this.heading = '';
    this.text = '';
    this.label = 'Name';
    this.word = '';
    this.verb = '';
    /** @type {() => Promise<unknown>} */
    this.act = async () => undefined;
    this.typed = '';
    this.busy = false;
    /** @type {unknown} */
    this.failure = undefined;
  }

  firstUpdated() {
    this.querySelector('dialog')?.showModal();
  }

  render() {
    return html`
      <dialog aria-labelledby="confirm-heading" @close=${this.#done}>
        <h2 id="confirm-heading">${this.heading}</h2>
        <p>${this.text}</p>
        <form @submit=${this.#act}>
          <label>${this.label}
            <input autocomplete="off" .value=${this.typed} @input=${(/** @type {any} */ event) => (this.typed = event.target.value)}>
          </label>
          ${this.failure ? problem(this.failure) : nothing}
          <div class="actions">
            <button class="danger" ?disabled=${this.busy || this.typed !== this.word}>${this.verb}</button>
            <button type="button" @click=${this.#close}>Cancel</button>
          </div>
        </form>
      </dialog>
    `;
  }

  async #act(/** @type {SubmitEvent} */ event) {
    event.preventDefault();
    this.busy = true;
    try {
      await this.act();
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

  #done() {
    this.dispatchEvent(new Event('done'));
  }
}

customElements.define('confirm-dialog', ConfirmDialog);
