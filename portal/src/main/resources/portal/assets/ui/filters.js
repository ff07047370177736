import { html, nothing } from 'lit';
import { go, localMoment, moment, queryValue } from './address.js';

/**
 * A field to filter by. It is a choice if it has `options`, and a time if it says so.
 *
 * @typedef {{name: string, label: string, options?: readonly string[], isMoment?: boolean, maxLength?: number}} Filter
 */

/**
 * A form that filters what a page shows. The filters are part of the address, so that it can be saved and shared.
 *
 * @param {string} label for screen readers
 * @param {string} query the query of the address
 * @param {string} all the link that removes the filters
 * @param {(values: Record<string, string>) => string} at the address with these filters
 * @param {Filter[]} fields
 */
export function filters(label, query, all, at, fields) {
  const filter = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const written = new FormData(/** @type {HTMLFormElement} */ (event.target));
    go(at(Object.fromEntries(fields.map(({ name, isMoment }) => {
      const value = String(written.get(name)).trim();
      return [name, isMoment ? moment(value, queryValue(query, name)) : value];
    }))));
  };
  return html`
    <form class="filters" role="search" aria-label=${label} @submit=${filter}>
      ${fields.map((field) => html`<label>${field.label} ${input(field, queryValue(query, field.name))}</label>`)}
      <button class="main">Filter</button>
      ${query ? html`<a href=${at({})} @click=${clear}>${all}</a>` : nothing}
    </form>
  `;
}

/** Removes also what the user entered without filtering by it. @param {Event} event of a link in the form */
function clear(event) {
  /** @type {Element} */ (event.target).closest('form')?.reset();
}

/**
 * @param {Filter} filter
 * @param {string} value
 */
function input({ name, options, isMoment, maxLength }, value) {
  if (options) {
    return html`
      <select name=${name}>
        <option value="" .selected=${value === ''}>any</option>
        ${options.map((one) => html`<option .selected=${one === value}>${one}</option>`)}
      </select>
    `;
  }
  return isMoment
    ? html`<input name=${name} type="datetime-local" step="1" .value=${localMoment(value)}>`
    : html`<input name=${name} maxlength=${maxLength ?? nothing} autocomplete="off" .value=${value}>`;
}
