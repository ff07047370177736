import { html, nothing } from 'lit';
import { call } from '../api/client.js';
import { address } from '../ui/address.js';
import { CreatingPage } from '../ui/creating-page.js';
import { fault } from '../ui/page.js';
import { table } from '../ui/table.js';
import { time } from '../ui/time.js';
import { events } from '../webhooks/event-picker.js';
import { higherTier } from '../webhooks/higher-tier.js';
import { recently } from '../webhooks/recent.js';
import { newSecret, settings } from '../webhooks/secret.js';
import '../ui/secret-dialog.js';

const LOST = 'Create it again: it is created only once, and you see its secret. Otherwise, if the webhook is in the list,'
  + ' delete it, or create a new secret on its page.';

/** The webhooks, and the creation of new ones. */
class WebhooksPage extends CreatingPage {
  get paths() {
    return ['/webhooks', '/webhooks/summary'];
  }

  async load() {
    const [{ webhooks }, counted] = await Promise.all([
      call(this.mode, 'GET', '/webhooks'),
      call(this.mode, 'GET', '/webhooks/summary'),
    ]);
    const summaries = new Map(counted.webhooks.map(({ id, deliveries }) => [id, deliveries]));
    // A webhook created or deleted between the two responses appears with the next reload.
    return webhooks.flatMap((webhook) => {
      const summary = summaries.get(webhook.id);
      return summary ? [{ webhook, summary }] : [];
    });
  }

  showsList(/** @type {string} */ list) {
    return ['webhooks', 'deliveries', 'organisation'].includes(list);
  }

  above() {
    return html`<h1>Webhooks</h1><p>Each event that a webhook lists is sent to its address once, as it happens.</p>`;
  }

  /** @param {unknown} failure */
  trouble(failure) {
    return higherTier(this.mode, failure) ?? super.trouble(failure);
  }

  content(/** @type {import('../ui/page.js').Read<WebhooksPage>} */ listed) {
    return html`
      ${listed.length > 0 ? html`<p><a href="#new">New webhook</a></p>` : nothing}
      ${table({
        label: 'Registered webhooks',
        empty: 'There is no webhook yet. Create one below.',
        rows: listed,
        key: ({ webhook }) => webhook.id,
        columns: [
          ['Address', ({ webhook }) => html`<a href=${address(this.mode, 'webhooks', webhook.id)}>${webhook.url}</a>`],
          ['State', ({ webhook: { active } }) => html`<span class="badge ${active ? 'good' : ''}">${active ? 'active' : 'paused'}</span>`],
          ['Events', ({ webhook }) => webhook.events.map((name) => html`<div><code>${name}</code></div>`)],
          ['Last delivery', ({ summary }) => recently(summary.recent)],
          ['Delivered in 7 days', ({ summary }) => `${summary.outcomes.delivered} of ${summary.total}`],
          ['Created', ({ webhook }) => time(webhook.createdAt)],
        ],
      })}
      <h2 id="new">New webhook</h2>
      ${this.creation(
        html`
          <label>Address
            <input name="url" type="url" required maxlength="2048" autocomplete="off">
            ${fault(this.refusal, 'url')}
          </label>
          <event-picker .chosen=${['transaction.started', 'transaction.stopped']}></event-picker>
          ${fault(this.refusal, 'events')}
          <label>Your own secret (optional)
            <input name="secret" minlength="16" maxlength="128" autocomplete="off" spellcheck="false">
            ${fault(this.refusal, 'secret')}
            <span class="quiet">Without one, a secret is created and shown to you. Requests are signed with it.</span>
          </label>
        `,
        'Create webhook',
        (form) => this.#create(form),
        LOST,
      )}
      ${this.made
        ? html`<secret-dialog
            heading="Secret of the webhook"
            .secret=${this.made.secret}
            .snippet=${settings(this.made.url, this.made.secret)}
            @done=${this.stored}></secret-dialog>`
        : nothing}
    `;
  }

  /** @param {FormData} form */
  async #create(form) {
    const url = String(form.get('url')).trim();
    const own = String(form.get('secret'));
    const wanted = { url, events: events(form) };
    await this.creating.run({ ...wanted, own }, async (attempt) => {
      attempt.secret ??= own || newSecret();
      await call(this.mode, 'POST', '/webhooks', { ...wanted, secret: attempt.secret }, attempt.key);
      this.made = own ? undefined : { url, secret: attempt.secret };
    });
    if (own) {
      this.reload();
    }
  }
}

customElements.define('webhooks-page', WebhooksPage);
