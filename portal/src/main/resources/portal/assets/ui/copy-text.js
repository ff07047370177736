import { html } from 'lit';
import { Element } from './element.js';

/** A text to copy. If the browser refuses to copy, the text can be selected. */
export class CopyText extends Element {
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
    try {
      await navigator.clipboard.writeText(this.text);
      this.said = 'Copied.';
    } catch {
      this.said = 'The browser does not let this page copy. Select the text and copy it.';
    }
  }
}

customElements.define('copy-text', CopyText);
