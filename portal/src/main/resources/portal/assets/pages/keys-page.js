import { html, nothing } from 'lit';
import { call } from '../api/client.js';
import { Page, creationProblem } from '../ui/page.js';
import { time } from '../ui/time.js';
import '../ui/confirm-dialog.js';
import '../ui/secret-dialog.js';

const IDLE_NOTE = html`<br><span class="quiet">Not used for 30 days. Revoke it if it is no longer needed.</span>`;

const LOST = 'If the key is in the list, its secret cannot be shown again: revoke it, and create another.';

/** @typedef {import('plugstream-api').Schemas['ApiKey']} ApiKey */

/** A key that was unused for this long may not be needed any more, in ms. */
const IDLE = 30 * 24 * 3_600_000;

/** The API keys, with creation and revocation. */
class KeysPage extends Page {
  static properties = {
    ...Page.properties,
    made: { state: true },
    refusal: { state: true },
    revoking: { state: true },
    busy: { state: true },
  };

  async load() {
    return (await call(this.mode, 'GET', '/auth/api-keys')).apiKeys;
  }

  showsList(/** @type {string} */ list) {
    return list === 'keys';
  }

  above() {
    return html`
      <h1>API keys</h1>
      <p>Programs call the API with a key. A ${this.mode} key sees only ${this.mode} resources.</p>
    `;
  }

  content(/** @type {ApiKey[]} */ keys) {
    const own = keys.filter((key) => key.mode === this.mode);
    return html`
      ${own.length === 0 ? html`<p class="note">There is no ${this.mode} key yet. Create one below.</p>` : this.#table(own)}
      <h2>New key</h2>
      <form @submit=${this.#create}>
        <label>Name
          <input name="name" required maxlength="100" autocomplete="off">
        </label>
        ${this.refusal ? creationProblem(this.refusal, LOST) : nothing}
        <div><button class="main" aria-disabled=${this.busy ?? false}>Create ${this.mode} key</button></div>
      </form>
      ${this.made
        ? html`<secret-dialog
            heading="Key ${this.made.name}"
            .secret=${this.made.key}
            .snippet=${`curl -H 'X-API-Key: ${this.made.key}' ${location.origin}/api/v1/chargers`}
            @done=${this.#stored}></secret-dialog>`
        : nothing}
      ${this.revoking ? this.#revocation(this.revoking) : nothing}
    `;
  }

  #table(/** @type {ApiKey[]} */ keys) {
    return html`
      <div class="scroll" tabindex="0" role="region" aria-label="Active keys">
        <table>
          <thead>
            <tr><th scope="col">Name</th><th scope="col">Key</th><th scope="col">Last used</th><th scope="col">Created</th><th scope="col">By</th><th scope="col">Actions</th></tr>
          </thead>
          <tbody>
            ${keys.map((key) => html`
              <tr>
                <td>${key.name}</td>
                <td><code>${key.prefix.replace(/\*+$/, '…')}</code></td>
                <td>${time(key.lastUsed, 'Never used')}${isIdle(key) ? IDLE_NOTE : nothing}</td>
                <td>${time(key.createdAt)}</td>
                <td>${key.createdBy}</td>
                <td><button class="danger" type="button" aria-label="Revoke ${key.name}" @click=${() => (this.revoking = key)}>Revoke</button></td>
              </tr>
            `)}
          </tbody>
        </table>
      </div>
    `;
  }

  #revocation(/** @type {ApiKey} */ key) {
    return html`
      <confirm-dialog
        heading="Revoke ${key.name}?"
        text="Programs that use this key are rejected at once and for ever. Type the key's name to continue."
        .word=${key.name}
        verb="Revoke"
        .act=${() => call(this.mode, 'DELETE', `/auth/api-keys/${key.id}`)}
        @done=${() => {
          this.revoking = undefined;
          this.reload();
        }}></confirm-dialog>
    `;
  }

  async #create(/** @type {SubmitEvent} */ event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (this.busy) {
      return;
    }
    this.busy = true;
    try {
      const name = String(new FormData(form).get('name'));
      this.made = await call(this.mode, 'POST', '/auth/api-keys', { name, mode: this.mode });
      this.refusal = undefined;
      form.reset();
    } catch (failure) {
      this.refusal = failure;
      // The list shows whether it was created.
      this.reload();
    } finally {
      this.busy = false;
    }
  }

  /** Reloads only now, because a reload would remove the secret from the screen. */
  #stored() {
    this.made = undefined;
    this.reload();
  }
}

/** @param {ApiKey} key */
function isIdle(key) {
  return Date.now() - Date.parse(key.lastUsed ?? key.createdAt) > IDLE;
}

customElements.define('keys-page', KeysPage);
