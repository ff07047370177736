import { html } from 'lit';
import { copy } from './copy-text.js';
import { Element } from './element.js';

/** Shows a secret that cannot be shown again, until the user confirms that it is stored. */
class SecretDialog extends Element {
  static properties = {
    heading: { type: String },
    secret: { type: String },
    snippet: { type: String },
    copied: { state: true },
    stored: { state: true },
  };

  constructor() {
    super();
    /** @type {unknown} */
    this.heading = '';
    this.secret = '';
    this.snippet = '';
    this.copied = '';
    this.stored = false;
  }

  firstUpdated() {
    this.querySelector('dialog')?.showModal();
  }

  render() {
    return html`
      <dialog aria-labelledby="secret-heading" @cancel=${(/** @type {Event} */ event) => event.preventDefault()} @close=${this.#closed}>
        <h2 id="secret-heading">${this.heading}</h2>
        <p>It is shown only once and cannot be shown again.</p>
        <p class="secret" data-test="secret">${this.secret}</p>
        <button type="button" @click=${() => this.#copy(this.secret)}>Copy</button>
        <pre>${this.snippet}</pre>
        <button type="button" @click=${() => this.#copy(this.snippet)}>Copy these lines</button>
        <p role="status">${this.copied}</p>
        <label class="line">
          <input type="checkbox" @change=${(/** @type {any} */ event) => (this.stored = event.target.checked)}>
          I have stored it
        </label>
        <div class="actions">
          <button class="main" type="button" ?disabled=${!this.stored} @click=${this.#done}>Close</button>
        </div>
      </dialog>
    `;
  }

  /** @param {string} text */
  async #copy(text) {
    this.copied = await copy(text);
  }

  #done() {
    this.finished = true;
    this.querySelector('dialog')?.close();
    this.dispatchEvent(new Event('done'));
  }

  /** The browser closes a dialog if Escape is pressed twice, so it is opened again. */
  #closed() {
    if (!this.finished) {
      this.querySelector('dialog')?.showModal();
    }
  }
}

customElements.define('secret-dialog', SecretDialog);
