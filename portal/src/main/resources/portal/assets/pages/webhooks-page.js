import { html, nothing } from 'lit';
import { ApiError, call } from '../api/client.js';
import { address } from '../ui/address.js';
import { Page, creationProblem, problem } from '../ui/page.js';
import { time } from '../ui/time.js';
import { events } from '../webhooks/event-picker.js';
import { newSecret, settings } from '../webhooks/secret.js';
import '../ui/secret-dialog.js';

const LOST = 'If the webhook is in the list, delete it and create it again, or create a new secret on its page.';

/** The webhooks, and the creation of new ones. */
class WebhooksPage extends Page {
  static properties = {
    ...Page.properties,
    made: { state: true },
    refusal: { state: true },
    busy: { state: true },
  };

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
    return failure instanceof ApiError && failure.kind === 'tier-required'
      ? html`
        <p class="note">
          ${failure.detail} <a href=${address(this.mode, 'usage')}>Your tier</a> can be changed by the operator.
          <a href=${address(this.mode, 'events')}>Live events</a> are available on every tier.
        </p>`
      : problem(failure, () => this.reload());
  }

  content(/** @type {import('../ui/page.js').Read<WebhooksPage>} */ listed) {
    return html`
      ${listed.length === 0 ? html`<p class="note">There is no webhook yet. Create one below.</p>` : this.#table(listed)}
      <h2>New webhook</h2>
      <form @submit=${this.#create}>
        <label>Address
          <input name="url" type="url" required maxlength="2048" autocomplete="off">
        </label>
        <event-picker .chosen=${['transaction.started', 'transaction.stopped']}></event-picker>
        <label>Your own secret (optional)
          <input name="secret" minlength="16" maxlength="128" autocomplete="off" spellcheck="false">
          <span class="quiet">Without one, a secret is created and shown to you. Requests are signed with it.</span>
        </label>
        ${this.refusal ? creationProblem(this.refusal, LOST) : nothing}
        <div><button class="main" aria-disabled=${this.busy ?? false}>Create webhook</button></div>
      </form>
      ${this.made
        ? html`<secret-dialog
            heading="Secret of the webhook"
            .secret=${this.made.secret}
            .snippet=${settings(this.made.url, this.made.secret)}
            @done=${this.#stored}></secret-dialog>`
        : nothing}
    `;
  }

  #table(/** @type {import('../ui/page.js').Read<WebhooksPage>} */ listed) {
    return html`
      <div class="scroll" tabindex="0" role="region" aria-label="Registered webhooks">
        <table>
          <thead>
            <tr>
              <th scope="col">Address</th><th scope="col">State</th><th scope="col">Events</th>
              <th scope="col">Delivered in 7 days</th><th scope="col">Created</th>
            </tr>
          </thead>
          <tbody>
            ${listed.map(({ webhook, summary }) => html`
              <tr>
                <td><a href=${address(this.mode, 'webhooks', webhook.id)}>${webhook.url}</a></td>
                <td><span class="badge ${webhook.active ? 'online' : ''}">${webhook.active ? 'active' : 'paused'}</span></td>
                <td>${webhook.events.map((name) => html`<div><code>${name}</code></div>`)}</td>
                <td>${summary.outcomes.delivered} of ${summary.total}</td>
                <td>${time(webhook.createdAt)}</td>
              </tr>
            `)}
          </tbody>
        </table>
      </div>
    `;
  }

  async #create(/** @type {SubmitEvent} */ event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const wanted = new FormData(form);
    const url = String(wanted.get('url')).trim();
    const own = String(wanted.get('secret'));
    const secret = own || newSecret();
    if (this.busy) {
      return;
    }
    this.busy = true;
    try {
      await call(this.mode, 'POST', '/webhooks', { url, events: events(wanted), secret });
      this.refusal = undefined;
      form.reset();
      if (own) {
        this.reload();
      } else {
        this.made = { url, secret };
      }
    } catch (failure) {
      this.refusal = failure;
      // The list shows whether it was created.
      this.reload();
    } finally {
      this.busy = false;
    }
  }

  #stored() {
    this.made = undefined;
    this.reload();
  }
}

customElements.define('webhooks-page', WebhooksPage);
