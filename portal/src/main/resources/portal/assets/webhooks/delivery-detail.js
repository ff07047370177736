import { html } from 'lit';
import { call } from '../api/client.js';
import { Element } from '../ui/element.js';
import { facts } from '../ui/facts.js';
import { LOADING, problem } from '../ui/page.js';

/** Request, response and explanation of a delivery. Responses are untrusted, so everything is shown as text. */
class DeliveryDetail extends Element {
  static properties = {
    mode: { type: String },
    path: { type: String },
    outcome: { type: String },
    read: { state: true },
    failure: { state: true },
  };

  constructor() {
    super();
    /** @type {import('../api/client.js').Mode} */
    this.mode = 'live';
    this.path = '';
    /** The outcome in the list. When it changes, the delivery is read again. @type {string | null} */
    this.outcome = null;
    /** @type {any} */
    this.read = undefined;
    /** @type {unknown} */
    this.failure = undefined;
    /** Counts the readings. */
    this.turn = 0;
  }

  /** @param {Map<PropertyKey, unknown>} changed */
  willUpdate(changed) {
    if (changed.has('path') || changed.has('outcome')) {
      this.#load();
    }
  }

  /** Shows the answer to the newest reading only. */
  async #load() {
    const turn = ++this.turn;
    try {
      const read = await call(this.mode, 'GET', this.path);
      if (turn === this.turn) {
        this.read = read;
        this.failure = undefined;
      }
    } catch (failure) {
      if (turn === this.turn) {
        this.failure = failure;
      }
    }
  }

  render() {
    if (this.failure) {
      return problem(this.failure, () => this.#load());
    }
    if (!this.read) {
      return LOADING;
    }
    const { outcome, explanation, request, response } = this.read;
    return html`
      <p data-test="explanation">${explanation}</p>
      <h3>Request</h3>
      ${request
        ? html`
          ${facts([['Address', html`<code>${request.url}</code>`]])}
          <pre data-test="request-headers">${headers(request.headers)}</pre>
          <pre data-test="request-body">${indented(request.body)}</pre>`
        : html`<p class="note">Nothing was sent, or the request is unknown.</p>`}
      <h3>Answer</h3>
      ${response
        ? html`
          ${facts([['Status', response.status]])}
          ${response.body
            ? html`<pre data-test="response-body">${response.body}</pre><p class="quiet">Only the first KiB is stored.</p>`
            : html`<p class="quiet">${response.body === '' ? 'Without a body.' : 'The body was not stored.'}</p>`}`
        : html`<p class="note">${withoutAnswer(outcome)}</p>`}
    `;
  }
}

/** @param {string | null} outcome */
function withoutAnswer(outcome) {
  if (outcome === null) {
    return 'No answer has come yet.';
  }
  return outcome === 'unknown' ? 'It is not known whether an answer came.' : 'No answer came.';
}

/** @param {Record<string, string>} all */
function headers(all) {
  return Object.entries(all)
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

/** The body, indented for reading; unchanged if it was cut. @param {string} body */
function indented(body) {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

customElements.define('delivery-detail', DeliveryDetail);
