import { html, nothing } from 'lit';
import { ApiError, call, remove } from '../api/client.js';
import { Repeatable } from '../api/repeatable.js';
import { readUntil } from '../api/wait.js';
import { EVENT_NAMES } from '../events/names.js';
import { address, queryValues, segment } from '../ui/address.js';
import { facts } from '../ui/facts.js';
import { filters } from '../ui/filters.js';
import { Page, fault, problem } from '../ui/page.js';
import { table, cursorLinks } from '../ui/table.js';
import { time } from '../ui/time.js';
import { events } from '../webhooks/event-picker.js';
import { higherTier } from '../webhooks/higher-tier.js';
import { newSecret, settings } from '../webhooks/secret.js';
import { OUTCOMES, UNDER_WAY, outcomeOf } from '../webhooks/words.js';
import '../ui/confirm-dialog.js';
import '../ui/secret-dialog.js';
import '../webhooks/delivery-detail.js';

/**
 * @typedef {import('plugstream-api').Schemas} Schemas
 * @typedef {Schemas['Webhook']} Webhook
 * @typedef {Schemas['Delivery']} Delivery
 * @typedef {{delivery: Delivery | null, isLate?: boolean, failure?: unknown}} TestResult without a delivery until it is listed
 */

const FILTERS = ['outcome', 'event', 'since'];
const ENTRIES = '50';
const ROTATION = 'For 24 hours requests are signed with the previous secret, too, so that nothing is lost while you'
  + ' change your receiver. Type "new secret" to continue.';
const FIRST_SECRET = 'From now on requests are signed. Type "new secret" to continue.';

/** The longest wait for a test's outcome, in ms. The delivery itself takes up to 5 s. */
const TEST = 15_000;

/** One webhook: its state, secret, test and deliveries. */
class WebhookPage extends Page {
  static properties = {
    webhookId: { type: String },
    asking: { state: true },
    secret: { state: true },
    test: { state: true },
    opened: { state: true },
  };

  constructor() {
    super();
    this.webhookId = '';
    /** The delivery that is shown in full. @type {Delivery | undefined} */
    this.opened = undefined;
    /** @type {'secret' | 'deletion' | undefined} */
    this.asking = undefined;
    this.rotating = new Repeatable();
    /** @type {string | undefined} */
    this.secret = undefined;
    /** The last test. @type {({eventId: string, event: string} & TestResult) | undefined} */
    this.test = undefined;
  }

  /** @returns {`/webhooks/${string}`} */
  get path() {
    return `/webhooks/${segment(this.webhookId)}`;
  }

  get paths() {
    return [this.path, `${this.path}/deliveries/summary`, this.deliveriesPath];
  }

  /** @returns {`/webhooks/${string}/deliveries?${string}`} */
  get deliveriesPath() {
    const wanted = new URLSearchParams({ limit: ENTRIES, ...queryValues(this.query, [...FILTERS, 'cursor']) });
    return `${this.path}/deliveries?${wanted}`;
  }

  async load() {
    const [webhook, summary, log] = await Promise.all([
      call(this.mode, 'GET', this.path),
      call(this.mode, 'GET', `${this.path}/deliveries/summary`),
      call(this.mode, 'GET', this.deliveriesPath),
    ]);
    await this.#refresh(log.deliveries);
    return { webhook, summary, log };
  }

  /**
   * Takes the opened delivery from the list; reads it if it left the list while it was under way.
   *
   * @param {Delivery[]} listed
   */
  async #refresh(listed) {
    const { opened } = this;
    const now = listed.find(({ id }) => id === opened?.id)
      ?? (opened?.outcome === null ? await call(this.mode, 'GET', `${this.path}/deliveries/${opened.id}`) : opened);
    if (this.opened === opened) {
      this.opened = now;
    }
  }

  showsList(/** @type {string} */ list) {
    return ['webhooks', 'deliveries', 'organisation'].includes(list);
  }

  above() {
    return html`
      <p><a href=${address(this.mode, 'webhooks')}>Webhooks</a></p>
      <h1><bdi>${this.read?.webhook.url ?? 'Webhook'}</bdi></h1>
    `;
  }

  /** @param {unknown} failure */
  trouble(failure) {
    const isGone = failure instanceof ApiError && failure.kind === 'not-found';
    const isFiltered = failure instanceof ApiError && failure.kind === 'invalid-request' && this.query !== '';
    return html`
      ${isGone
        ? html`<p class="note">There is no such ${this.mode} webhook. It may belong to the other mode, or be deleted.</p>`
        : higherTier(this.mode, failure) ?? super.trouble(failure)}
      ${isFiltered ? html`<p><a href=${address(this.mode, 'webhooks', this.webhookId)}>All deliveries of the webhook</a></p>` : nothing}
    `;
  }

  content(/** @type {import('../ui/page.js').Read<WebhookPage>} */ { webhook, summary, log }) {
    return html`
      ${facts([
        ['State', html`
          <span class="badge ${webhook.active ? 'good' : ''}" data-test="state">${webhook.active ? 'active' : 'paused'}</span>
        `],
        ['Events', webhook.events.map((name) => html`<div><code>${name}</code></div>`)],
        ['Secret', html`<span data-test="signing">${signing(webhook)}</span>`],
        ['Created', time(webhook.createdAt)],
        ['Id', html`<code>${webhook.id}</code>`],
      ])}
      ${this.refusal ? problem(this.refusal) : nothing}
      <div class="actions">
        <button type="button" aria-disabled=${this.busy} @click=${() => this.#change({ active: !webhook.active })}>
          ${webhook.active ? 'Pause' : 'Resume'}
        </button>
        <button type="button" @click=${() => (this.asking = 'secret')}>New secret</button>
        <button class="danger" type="button" @click=${() => (this.asking = 'deletion')}>Delete</button>
      </div>
      <details>
        <summary>Change address and events</summary>
        <form @submit=${(/** @type {SubmitEvent} */ event) => this.#edit(event, webhook)}>
          <label>Address
            <input name="url" type="url" required maxlength="2048" autocomplete="off" value=${webhook.url}>
            ${fault(this.refusal, 'url')}
          </label>
          <event-picker .chosen=${webhook.events}></event-picker>
          ${fault(this.refusal, 'events')}
          <div><button class="main" aria-disabled=${this.busy}>Save</button></div>
        </form>
      </details>
      ${this.#testing(webhook)}
      ${this.#summary(summary)}
      ${this.#log(log)}
      ${this.#dialogs(webhook)}
    `;
  }

  #testing(/** @type {Webhook} */ webhook) {
    return html`
      <section aria-labelledby="test-heading">
        <h2 id="test-heading">Test</h2>
        <form class="filters" @submit=${this.#try}>
          <label>Sample event
            <select name="event">
              ${EVENT_NAMES.map((name) => html`<option .selected=${name === webhook.events[0]}>${name}</option>`)}
            </select>
          </label>
          <button class="main" aria-disabled=${this.busy}>Send a test</button>
        </form>
        <div role="status" data-test="test">
          ${this.test ? html`<p><code>${this.test.event}</code> ${this.#outcome(this.test.delivery)}</p>` : nothing}
          ${this.test?.isLate ? html`<p>It takes longer than usual. The log below will show the outcome.</p>` : nothing}
          ${this.test?.failure ? html`<p>Its outcome could not be read. The log below will show it.</p>` : nothing}
        </div>
        ${this.test?.failure ? problem(this.test.failure) : nothing}
      </section>
    `;
  }

  #summary(/** @type {Schemas['DeliverySummary']} */ summary) {
    const counts = [...[...OUTCOMES.keys()].map((name) => [name, summary.outcomes[name] ?? 0]), ['under way', summary.pending]];
    return html`
      <section aria-labelledby="summary-heading">
        <h2 id="summary-heading">Deliveries of the last days</h2>
        <p class="quiet">Counted since ${time(summary.since)}</p>
        ${summary.total === 0
          ? html`<p class="note">Nothing was delivered in this time. Send a test, or wait for an event.</p>`
          : table({
            label: 'How deliveries ended',
            rows: counts,
            hasRowHeadings: true,
            columns: [
              ['Outcome', ([name]) => name],
              ['Deliveries', ([, count]) => count],
              ['Share', ([name, count]) => html`<progress max=${summary.total} value=${count} aria-label="Share of ${name}"></progress>`],
              ['Meaning', ([name]) => OUTCOMES.get(String(name)) ?? UNDER_WAY],
            ],
          })}
      </section>
    `;
  }

  #log(/** @type {Schemas['DeliveryList']} */ log) {
    return html`
      <section aria-labelledby="log-heading" tabindex="-1">
        <h2 id="log-heading">Delivery log</h2>
        ${filters('Deliveries', this.query, 'All deliveries', (values) => this.#at(values), [
          { name: 'outcome', label: 'Outcome', options: [...OUTCOMES.keys()] },
          { name: 'event', label: 'Event', options: EVENT_NAMES },
          { name: 'since', label: 'Since', isMoment: true },
        ])}
        ${this.opened && !log.deliveries.some(({ id }) => this.#isOpen(id)) ? this.#unlisted(this.opened) : nothing}
        ${table({
          label: 'Deliveries found',
          empty: log.nextCursor
            ? 'None of the newest deliveries matches, but older ones may.'
            : `${this.query ? 'No delivery matches.' : 'There is no delivery yet.'} They are kept for 7 days.`,
          rows: log.deliveries,
          test: 'delivery',
          key: (delivery) => delivery.id,
          columns: [
            ['Event', (delivery) => html`<code>${delivery.event}</code>`],
            ['Outcome', (delivery) => this.#outcome(delivery)],
            ['Attempted', (delivery) => time(delivery.attemptedAt, withoutTime(delivery))],
            ['Event id', (delivery) => html`<code>${delivery.eventId}</code>`],
            ['Details', (delivery) => this.#toggle(delivery)],
          ],
          below: (delivery) => (this.#isOpen(delivery.id) ? this.#detail(delivery) : nothing),
        })}
        ${cursorLinks('More deliveries', this.query, log.nextCursor,
          (cursor) => this.#at({ ...queryValues(this.query, FILTERS), cursor }))}
      </section>
    `;
  }

  /** @param {string} id */
  #isOpen(id) {
    return this.opened?.id === id;
  }

  /** The opened delivery stays when newer ones take its place in the list. @param {Delivery} delivery */
  #unlisted(delivery) {
    return html`
      <h3>Opened delivery</h3>
      <p><code>${delivery.event}</code> ${this.#outcome(delivery)} It is not in the list below.</p>
      ${this.#toggle(delivery)}
      ${this.#detail(delivery)}
    `;
  }

  #toggle(/** @type {Delivery} */ delivery) {
    const isOpen = this.#isOpen(delivery.id);
    const verb = isOpen ? 'Close' : 'Open';
    return html`
      <button type="button" aria-expanded=${isOpen} aria-label="${verb} the delivery of event ${delivery.eventId}"
        @click=${() => (this.opened = isOpen ? undefined : delivery)}>${verb}</button>
    `;
  }

  #detail(/** @type {Delivery} */ { id, outcome }) {
    return html`<delivery-detail .mode=${this.mode} .path=${`${this.path}/deliveries/${id}`} .outcome=${outcome}></delivery-detail>`;
  }

  /** @param {Delivery | null} delivery null while it is not listed yet */
  #outcome(delivery) {
    if (!delivery) {
      return html`is on its way.`;
    }
    const { name, colour, words } = outcomeOf(delivery);
    return html`
      <span class="badge ${colour}">${name}</span> ${words}
      ${delivery.responseStatus === null ? nothing : html`The answer's status was ${delivery.responseStatus}.`}
      ${delivery.durationMs === null ? nothing : html`<span class="quiet">It took ${delivery.durationMs} ms.</span>`}
    `;
  }

  /** @param {Record<string, string>} query */
  #at(query) {
    return address(this.mode, 'webhooks', this.webhookId, query);
  }

  /** Sends only what the user changed; the rest follows the changes of others. */
  #edit(/** @type {SubmitEvent} */ event, /** @type {Webhook} */ webhook) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const fields = new FormData(form);
    const wanted = { url: String(fields.get('url')).trim(), events: events(fields) };
    const change = {
      ...(wanted.url === webhook.url ? {} : { url: wanted.url }),
      ...(isSame(wanted.events, webhook.events) ? {} : { events: wanted.events }),
    };
    return this.#change(change, () => form.reset());
  }

  /** @param {Schemas['WebhookChange']} change @param {() => void} [done] */
  #change(change, done) {
    return this.act(async () => {
      if (Object.keys(change).length > 0) {
        await call(this.mode, 'PATCH', this.path, change);
      }
      await this.reload();
      await this.updateComplete;
      done?.();
    });
  }

  #try(/** @type {SubmitEvent} */ event) {
    event.preventDefault();
    const wanted = /** @type {Schemas['EventName']} */ (new FormData(/** @type {HTMLFormElement} */ (event.target)).get('event'));
    return this.act(async () => {
      this.test = undefined;
      const { eventId, event } = await call(this.mode, 'POST', `${this.path}/test`, { event: wanted });
      this.test = { eventId, event, delivery: null };
      this.#await(eventId, event);
    });
  }

  /**
   * Shows how a test ends, unless another one was begun. Meanwhile the user can act.
   *
   * @param {string} eventId
   * @param {string} event
   */
  async #await(eventId, event) {
    const isLast = () => this.test?.eventId === eventId;
    const show = (/** @type {TestResult} */ result) => {
      if (isLast()) {
        this.test = { eventId, event, ...result };
      }
    };
    /** A found delivery is read by its id, because newer ones may push it out of the list. @type {Delivery | null} */
    let delivery = null;
    const read = async () => {
      delivery = delivery
        ? await call(this.mode, 'GET', `${this.path}/deliveries/${delivery.id}`)
        : await this.#deliveryOf(eventId, event);
      show({ delivery });
      return delivery;
    };
    const isOver = (/** @type {Delivery | null} */ delivery) => this.leaving || !isLast() || Boolean(delivery?.outcome);
    try {
      const last = await readUntil(read, isOver, TEST, this.gone.signal);
      show({ delivery: last, isLate: !last?.outcome });
    } catch (failure) {
      show({ delivery, failure });
    }
    this.reload();
  }

  /**
   * Finds the delivery of a test among the newest ones.
   *
   * @param {string} eventId
   * @param {string} event
   * @returns {Promise<Delivery | null>}
   */
  async #deliveryOf(eventId, event) {
    const { deliveries } = await call(this.mode, 'GET', `${this.path}/deliveries?limit=200&event=${event}`);
    return deliveries.find((one) => one.eventId === eventId) ?? null;
  }

  /** The dialogs open one after the other, so that the focus returns to the button. */
  #dialogs(/** @type {Webhook} */ webhook) {
    if (this.asking === 'secret') {
      return html`
        <confirm-dialog
          heading="A new secret?"
          .text=${webhook.hasSecret ? ROTATION : FIRST_SECRET}
          label="Confirm" word="new secret" verb="Create a new secret"
          .action=${() => this.awaitSecret(() => this.#rotate())} @done=${() => (this.asking = undefined)}></confirm-dialog>
      `;
    }
    if (this.asking === 'deletion') {
      return html`
        <confirm-dialog
          heading="Delete the webhook?"
          .text=${`Nothing more is sent to ${webhook.url}, and its deliveries are deleted. Type "delete" to continue.`}
          label="Confirm" word="delete" verb="Delete the webhook"
          .action=${() => this.#delete()} @done=${() => (this.asking = undefined)}></confirm-dialog>
      `;
    }
    if (this.secret) {
      return html`
        <secret-dialog heading="New secret of the webhook" .secret=${this.secret} .snippet=${settings(webhook.url, this.secret)}
          @done=${() => (this.secret = undefined)}></secret-dialog>
      `;
    }
    return nothing;
  }

  /** The page creates the secret, so that it is known even if the response is lost. */
  #rotate() {
    return this.rotating.run(this.path, async (attempt) => {
      attempt.secret ??= newSecret();
      await call(this.mode, 'POST', `${this.path}/secret`, { secret: attempt.secret }, attempt.key);
      this.secret = attempt.secret;
      this.reload();
    });
  }

  #delete() {
    return this.leave(() => remove(this.mode, this.path), address(this.mode, 'webhooks'));
  }
}

/** How requests are signed. @param {Webhook} webhook */
function signing({ hasSecret, formerSecretUntil }) {
  if (!hasSecret) {
    return 'none, so requests are not signed';
  }
  return formerSecretUntil
    ? html`set; until ${time(formerSecretUntil)} requests are signed with the previous one, too`
    : 'set, requests are signed';
}

/** Why a delivery has no time of an attempt. @param {Delivery} delivery */
function withoutTime({ outcome }) {
  if (outcome === null) {
    return 'not yet';
  }
  return outcome === 'unknown' ? 'unknown' : 'not attempted';
}

/** Whether two choices have the same events. @param {string[]} some @param {string[]} others */
function isSame(some, others) {
  return String([...some].sort()) === String([...others].sort());
}

customElements.define('webhook-page', WebhookPage);
