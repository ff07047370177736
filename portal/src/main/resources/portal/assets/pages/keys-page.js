import { html, nothing } from 'lit';
import { call, remove } from '../api/client.js';
import { CreatingPage } from '../ui/creating-page.js';
import { fault } from '../ui/page.js';
import { table } from '../ui/table.js';
import { time } from '../ui/time.js';
import '../ui/confirm-dialog.js';
import '../ui/secret-dialog.js';

const IDLE_NOTE = html`<br><span class="quiet">Not used for 30 days. Revoke it if it is no longer needed.</span>`;

const LOST = 'Create it again: a key that was created without an answer is replaced, and you see the secret of the new one.'
  + ' Otherwise, if the key is in the list, revoke it: its secret cannot be shown again.';

/** @typedef {import('plugstream-api').Schemas['ApiKey']} ApiKey */

/** A key that was unused for this long may not be needed any more, in ms. */
const IDLE = 30 * 24 * 3_600_000;

/** The API keys, with creation and revocation. */
class KeysPage extends CreatingPage {
  static properties = { revoking: { state: true } };

  get paths() {
    return ['/auth/api-keys'];
  }

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

  content(/** @type {ApiKey[]} */ all) {
    const keys = all.filter((key) => key.mode === this.mode);
    return html`
      ${keys.length > 0 ? html`<p><a href="#new">New key</a></p>` : nothing}
      ${table({
        label: 'Active keys',
        empty: `There is no ${this.mode} key yet. Create one below.`,
        rows: keys,
        key: (key) => key.id,
        columns: [
          ['Name', (key) => key.name],
          ['Key', (key) => html`<code>${key.prefix.replace(/\*+$/, '…')}</code>`],
          ['Last used', (key) => html`${time(key.lastUsed, 'Never used')}${isIdle(key) ? IDLE_NOTE : nothing}`],
          ['Created', (key) => time(key.createdAt)],
          ['Created by', (key) => key.createdBy],
          ['Actions', (key) => html`
            <button class="danger" type="button" aria-label="Revoke ${key.name}" @click=${() => (this.revoking = key)}>Revoke</button>
          `],
        ],
      })}
      <h2 id="new">New key</h2>
      ${this.creation(
        html`
          <label>Name
            <input name="name" required maxlength="100" autocomplete="off">
            ${fault(this.refusal, 'name')}
          </label>
        `,
        `Create ${this.mode} key`,
        (form) => this.#create(String(form.get('name')).trim()),
        LOST,
      )}
      ${this.made
        ? html`<secret-dialog
            .heading=${html`Key <bdi>${this.made.name}</bdi>`}
            .secret=${this.made.key}
            .snippet=${`curl -H 'X-API-Key: ${this.made.key}' ${location.origin}/api/v1/chargers`}
            @done=${this.stored}></secret-dialog>`
        : nothing}
      ${this.revoking ? this.#revocation(this.revoking) : nothing}
    `;
  }

  /** @param {string} name */
  async #create(name) {
    const wanted = { name, mode: this.mode };
    this.made = await this.creating.run(wanted, async (attempt) => {
      const create = () => call(this.mode, 'POST', '/auth/api-keys', wanted, attempt.key);
      const made = await create();
      if (made.key) {
        return made;
      }
      // It was created before, but nobody has its secret.
      await remove(this.mode, `/auth/api-keys/${made.id}`);
      attempt.key = crypto.randomUUID();
      return create();
    });
  }

  #revocation(/** @type {ApiKey} */ key) {
    return html`
      <confirm-dialog
        .heading=${html`Revoke <bdi>${key.name}</bdi>?`}
        text="Programs that use this key are rejected at once and for ever. Type the key's name to continue."
        .word=${key.name}
        verb="Revoke"
        .action=${() => remove(this.mode, `/auth/api-keys/${key.id}`)}
        @done=${() => {
          this.revoking = undefined;
          this.reload();
        }}></confirm-dialog>
    `;
  }
}

/** @param {ApiKey} key */
function isIdle(key) {
  return Date.now() - Date.parse(key.lastUsed ?? key.createdAt) > IDLE;
}

customElements.define('keys-page', KeysPage);
