import { html } from 'lit';
import { call } from '../api/client.js';
import { segment } from '../ui/address.js';
import { AskingDialog } from '../ui/asking-dialog.js';
import { fault } from '../ui/page.js';

/** Changes or removes a charger's name. */
class RenameDialog extends AskingDialog {
  static properties = {
    mode: { type: String },
    charger: { attribute: false },
    typed: { state: true },
  };

  constructor() {
    super();
    /** @type {import('../api/client.js').Mode} */
    this.mode = 'live';
    /** @type {any} */
    this.charger = undefined;
    /** @type {string | undefined} */
    this.typed = undefined;
  }

  get name() {
    return this.typed ?? this.charger.name ?? '';
  }

  render() {
    return this.ask(
      html`Name of <bdi>${this.charger.chargeBoxId}</bdi>`,
      'A name for people; the charger keeps its id. Leave it empty to remove the name.',
      html`
        <label>Name
          <input maxlength="100" autocomplete="off" .value=${this.name}
            @input=${(/** @type {any} */ event) => (this.typed = event.target.value)}>
          ${fault(this.refusal, 'name')}
        </label>
      `,
      html`<button class="main" aria-disabled=${this.busy}>Rename</button>`,
    );
  }

  perform() {
    return call(this.mode, 'PATCH', `/chargers/${segment(this.charger.chargeBoxId)}`, { name: this.name.trim() || null });
  }
}

customElements.define('rename-dialog', RenameDialog);
