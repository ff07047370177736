import { html } from 'lit';
import { AskingDialog } from './asking-dialog.js';

/** Confirms an action that cannot be undone: the user types a name. */
class ConfirmDialog extends AskingDialog {
  static properties = {
    heading: { type: String },
    text: { type: String },
    label: { type: String },
    word: { type: String },
    verb: { type: String },
    action: { attribute: false },
    typed: { state: true },
  };

  constructor() {
    super();
    /** @type {unknown} */
    this.heading = '';
    this.text = '';
    this.label = 'Name';
    this.word = '';
    this.verb = '';
    /** @type {() => Promise<unknown>} */
    this.action = async () => undefined;
    this.typed = '';
  }

  render() {
    return this.ask(
      this.heading,
      this.text,
      html`
        <label>${this.label}
          <input autocomplete="off" .value=${this.typed} @input=${(/** @type {any} */ event) => (this.typed = event.target.value)}>
        </label>
      `,
      html`<button class="danger" aria-disabled=${this.busy} ?disabled=${plain(this.typed) !== plain(this.word)}>${this.verb}</button>`,
    );
  }

  perform() {
    return this.action();
  }
}

/** Browsers show spaces at the ends and repeated ones differently from how they are typed. @param {string} text */
function plain(text) {
  return text.trim().replaceAll(/\s+/g, ' ');
}

customElements.define('confirm-dialog', ConfirmDialog);
