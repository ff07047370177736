import { html, nothing } from 'lit';
import { administrate } from '../api/client.js';
import { segment } from '../ui/address.js';
import { AskingDialog } from '../ui/asking-dialog.js';

/** @typedef {import('plugstream-api').Schemas['Organisation']} Organisation */

/** The tiers, smallest first. @type {Organisation['tier'][]} */
export const TIERS = ['Free', 'Starter', 'Growth', 'Scale'];

/** Changes an organisation's tier; the event `changed` carries the changed organisation. */
class TierDialog extends AskingDialog {
  static properties = {
    organisation: { attribute: false },
    wanted: { state: true },
  };

  constructor() {
    super();
    /** @type {Organisation} */
    this.organisation = { id: '', name: '', tier: 'Free' };
    /** @type {Organisation['tier'] | undefined} */
    this.wanted = undefined;
  }

  render() {
    const { id, tier } = this.organisation;
    const wanted = this.wanted ?? tier;
    return this.ask(
      html`Tier of <bdi>${id}</bdi>`,
      'The new tier takes effect within a second, also for the calls of today.',
      html`
        <label>Tier
          <select @change=${(/** @type {any} */ event) => (this.wanted = event.target.value)}>
            ${TIERS.map((one) => html`<option .selected=${one === wanted}>${one}</option>`)}
          </select>
        </label>
        ${TIERS.indexOf(wanted) < TIERS.indexOf(tier)
          ? html`
            <p class="note" role="status">
              This is less than ${tier}. Nothing is deleted: chargers over the limit stay, and new ones are rejected.
              ${wanted === 'Free' ? 'Webhooks get nothing until the tier is raised again.' : nothing}
            </p>`
          : nothing}
      `,
      html`<button class="main" aria-disabled=${this.busy} ?disabled=${wanted === tier}>Change the tier</button>`,
    );
  }

  async perform() {
    const { id, name, tier } = this.organisation;
    const changed = await administrate('PUT', `/organisations/${segment(id)}`, { name, tier: this.wanted ?? tier });
    this.dispatchEvent(new CustomEvent('changed', { detail: changed }));
  }
}

customElements.define('tier-dialog', TierDialog);
