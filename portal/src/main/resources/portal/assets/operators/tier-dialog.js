import { html, nothing } from 'lit';
import { administrate } from '../api/client.js';
import { segment } from '../ui/address.js';
import { Element } from '../ui/element.js';
import { problem } from '../ui/page.js';

/** @typedef {import('plugstream-api').Schemas['Organisation']} Organisation */

/** The tiers, from the smallest. @type {Organisation['tier'][]} */
export const TIERS = ['Free', 'Starter', 'Growth', 'Scale'];

/** Gives an organisation another tier. Ends with the event `done`; `changed` says before it what the organisation is now. */
export class TierDialog extends Element {
  static properties = {
    organisation: { attribute: false },
    wanted: { state: true },
    busy: { state: true },
    failure: { state: true },
  };

  constructor() {
    super();
    /** @type {Organisation} */
    this.organisation = { id: '', name: '', tier: 'Free' };
    /** @type {Organisation['tier'] | undefined} */
    this.wanted = undefined;
    this.busy = false;
    /** @type {unknown} */
    this.failure = undefined;
  }

  firstUpdated() {
    this.querySelector('dialog')?.showModal();
  }

  render() {
    const { id, tier } = this.organisation;
    const wanted = this.wanted ?? tier;
    return html`
      <dialog aria-labelledby="tier-heading" @close=${() => this.dispatchEvent(new Event('done'))}>
        <h2 id="tier-heading">Tier of ${id}</h2>
        <p>It holds within a second, for the calls of today as well.</p>
        <form @submit=${this.#change}>
          <label>Tier
            <select @change=${(/** @type {any} */ event) => (this.wanted = event.target.value)}>
              ${TIERS.map((one) => html`<option .selected=${one === wanted}>${one}</option>`)}
            </select>
          </label>
          ${TIERS.indexOf(wanted) < TIERS.indexOf(tier)
            ? html`
              <p class="note" role="status">
                This is less than ${tier}. Nothing is deleted: chargers over the limit stay, and new ones are refused.
                ${wanted === 'Free' ? 'Webhooks get nothing until the tier is raised again.' : nothing}
              </p>`
            : nothing}
          ${this.failure ? problem(this.failure) : nothing}
          <div class="actions">
            <button class="main" ?disabled=${this.busy || wanted === tier}>Change the tier</button>
            <button type="button" @click=${this.#close}>Cancel</button>
          </div>
        </form>
      </dialog>
    `;
  }

  async #change(/** @type {SubmitEvent} */ event) {
    event.preventDefault();
    const { id, name, tier } = this.organisation;
    this.busy = true;
    try {
      const changed = await administrate('PUT', `/organisations/${segment(id)}`, { name, tier: this.wanted ?? tier });
      this.dispatchEvent(new CustomEvent('changed', { detail: changed }));
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

customElements.define('tier-dialog', TierDialog);
