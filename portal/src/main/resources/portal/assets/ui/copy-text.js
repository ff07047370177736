import { html } from 'lit';
import { Element } from './element.js';

/**
 * Copies a text.
 *
 * @param {string} text
 * @returns {Promise<string>} the result in words
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return 'Copied.';
  } catch {
    return 'The browser does not let this page copy. Select the text and copy it.';
  }
}

/** A text to copy. If the browser refuses to copy, the text can be selected. */
class CopyText extends Element {
  static properties = { text: { type: String }, name: { type: String }, said: { state: true } };

  constructor() {
    super();
    this.text = '';
    /** The name of the text, for screen readers. */
    this.name = '';
    this.said = '';
  }

  render() {
    return html`
      <code>${this.text}</code>
      <button type="button" aria-label="Copy ${this.name}" @click=${this.#copy}>Copy</button>
      <span class="quiet" role="status">${this.said}</span>
    `;
  }

  async #copy() {
    this.said = await copy(this.text);
  }
}

customElements.define('copy-text', CopyText);
