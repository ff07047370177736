import { html, nothing } from 'lit';
import { apiDescription } from '../api/client.js';
import { EVENTS, EVENT_NAMES } from '../events/names.js';
import { Element } from '../ui/element.js';
import { problem } from '../ui/page.js';

/** A choice of events. Each can show a sample from the OpenAPI description. */
class EventPicker extends Element {
  static properties = {
    chosen: { attribute: false },
    samples: { state: true },
    failure: { state: true },
  };

  constructor() {
    super();
    /** @type {string[]} */
    this.chosen = [];
    /** @type {Record<string, unknown> | undefined} */
    this.samples = undefined;
    /** @type {unknown} */
    this.failure = undefined;
  }

  render() {
    return html`
      <fieldset tabindex="-1">
        <legend>Events</legend>
        ${EVENTS.map(([name, about]) => html`
          <div>
            <label class="line">
              <input type="checkbox" name="events" value=${name} ?checked=${this.chosen.includes(name)}>
              <span><code>${name}</code> <span class="quiet">${about}</span></span>
            </label>
            <details @toggle=${this.#read}>
              <summary>Sample of ${name}</summary>
              ${this.failure ? problem(this.failure, () => this.#read()) : nothing}
              ${this.samples ? html`<pre>${JSON.stringify(this.samples[name], null, 2)}</pre>` : nothing}
              ${this.samples || this.failure ? nothing : html`<p class="quiet">Loading.</p>`}
            </details>
          </div>
        `)}
      </fieldset>
    `;
  }

  async #read() {
    if (this.samples) {
      return;
    }
    try {
      const { webhooks } = await apiDescription();
      this.samples = Object.fromEntries(
        EVENT_NAMES.map((name) => [name, webhooks[name].post.requestBody.content['application/json'].example]),
      );
      this.failure = undefined;
    } catch (failure) {
      this.failure = failure;
    }
  }
}

/**
 * The events chosen in a form with a picker.
 *
 * @param {FormData} form
 */
export function events(form) {
  return /** @type {import('plugstream-api').Schemas['EventName'][]} */ (form.getAll('events'));
}

customElements.define('event-picker', EventPicker);
