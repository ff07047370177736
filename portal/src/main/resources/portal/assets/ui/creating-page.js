import { html, nothing } from 'lit';
import { ApiError } from '../api/client.js';
import { Repeatable } from '../api/repeatable.js';
import { Page, problem } from './page.js';

/** A page with a list and a form that adds to it. What is created may have a secret, which `made` shows once. */
export class CreatingPage extends Page {
  /** @type {import('lit').PropertyDeclarations} */
  static properties = { made: { state: true } };

  constructor() {
    super();
    /** What was created, until its secret is stored. @type {any} */
    this.made = undefined;
    this.creating = new Repeatable();
  }

  /**
   * @param {unknown} inputs
   * @param {string} verb the text of the button
   * @param {(form: FormData) => Promise<unknown>} make
   * @param {string} lost what to do if something may have been created, but its secret was lost with the response
   */
  creation(inputs, verb, make, lost) {
    const create = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      this.#create(/** @type {HTMLFormElement} */ (event.target), make);
    };
    const isLost = this.refusal instanceof ApiError && this.refusal.isUnanswered;
    return html`
      <form @submit=${create}>
        ${inputs}
        ${this.refusal ? problem(this.refusal) : nothing}
        ${isLost ? html`<p class="note">${lost}</p>` : nothing}
        <div><button class="main" aria-disabled=${this.busy}>${verb}</button></div>
      </form>
    `;
  }

  /**
   * @param {HTMLFormElement} form
   * @param {(form: FormData) => Promise<unknown>} make
   */
  #create(form, make) {
    return this.act(async () => {
      try {
        await this.awaitSecret(() => make(new FormData(form)));
        form.reset();
      } catch (failure) {
        // The list shows whether it was created.
        this.reload();
        throw failure;
      }
    });
  }

  /** Reloads only now, because a reload would remove the secret from the screen. */
  stored() {
    this.made = undefined;
    this.reload();
  }
}
