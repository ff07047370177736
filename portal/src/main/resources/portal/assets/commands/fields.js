import { html, nothing } from 'lit';
import { localMoment, moment } from '../ui/address.js';

/**
 * @typedef {import('./shapes.js').Member} Member
 * @typedef {import('./shapes.js').Shape} Shape
 * @typedef {Record<string, any>} Payload
 */

/**
 * What a form begins with: everything required that a person would otherwise have to add first.
 *
 * @param {Member[]} members
 * @returns {Payload}
 */
export function blank(members) {
  /** @type {Payload} */
  const payload = {};
  for (const { name, shape, isRequired } of members) {
    const value = isRequired ? blankOf(shape) : undefined;
    if (value !== undefined) {
      payload[name] = value;
    }
  }
  return payload;
}

/** @param {Shape} shape @returns {unknown} */
function blankOf(shape) {
  switch (shape.kind) {
    case 'object':
      return blank(shape.members);
    case 'list':
      return [blankOf(shape.of) ?? ''];
    case 'text':
      return shape.mayBeEmpty ? '' : undefined;
    default:
      return undefined;
  }
}

/**
 * A text as the value of a field; the text itself where it is none, which the form then complains of.
 *
 * @param {Shape} shape
 * @param {string} written
 */
export function valueOf(shape, written) {
  if (written === '') {
    return shape.kind === 'text' && shape.mayBeEmpty ? '' : undefined;
  }
  if (shape.kind === 'flag') {
    return written === 'true' ? true : written === 'false' ? false : written;
  }
  return NUMBERS.get(shape.kind)?.test(written) ? Number(written) : written;
}

/** How numbers are written, by the kind of their shape. */
const NUMBERS = new Map(Object.entries({
  whole: /^-?\d+$/,
  tenths: /^-?\d+(\.\d)?$/,
  decimal: /^-?\d+(\.\d{1,6})?$/,
}));

/**
 * Fields for an object.
 *
 * @param {Member[]} members
 * @param {any} payload
 * @param {boolean} isStation whether it is for a charger of OCPP 2.0.1
 * @param {(payload: Payload) => void} change
 * @returns {unknown}
 */
export function fields(members, payload, isStation, change) {
  const now = isObject(payload) ? payload : {};
  return members
    .filter((member) => isStation || !member.isForStations)
    .map((member) => field(member, now[member.name], isStation, (value) => {
      const next = { ...now, [member.name]: value };
      if (value === undefined) {
        delete next[member.name];
      }
      change(next);
    }));
}

/**
 * @param {Member} member
 * @param {any} value
 * @param {boolean} isStation
 * @param {(value: any) => void} change
 * @returns {unknown}
 */
function field({ name, shape, isRequired }, value, isStation, change) {
  switch (shape.kind) {
    case 'object':
      return isRequired ? group(name, shape, value, isStation, change) : optionalGroup(name, shape, value, isStation, change);
    case 'list':
      return list(name, shape, Array.isArray(value) ? value : [], isRequired, isStation, change);
    default:
      return html`<label>${isRequired ? name : `${name}, if wanted`}${input(shape, value, isRequired, isStation, change)}</label>`;
  }
}

/**
 * @param {string} name
 * @param {Extract<Shape, {kind: 'object'}>} shape
 * @param {any} value
 * @param {boolean} isStation
 * @param {(value: any) => void} change
 */
function group(name, shape, value, isStation, change) {
  return html`<fieldset><legend>${name}</legend>${fields(shape.members, value, isStation, change)}</fieldset>`;
}

/**
 * @param {string} name
 * @param {Extract<Shape, {kind: 'object'}>} shape
 * @param {any} value
 * @param {boolean} isStation
 * @param {(value: any) => void} change
 */
function optionalGroup(name, shape, value, isStation, change) {
  const isThere = isObject(value);
  return html`
    <label class="line">
      <input type="checkbox" .checked=${isThere}
        @change=${(/** @type {any} */ event) => change(event.target.checked ? blank(shape.members) : undefined)}>
      with ${name}
    </label>
    ${isThere ? group(name, shape, value, isStation, change) : nothing}
  `;
}

/**
 * @param {string} name
 * @param {Extract<Shape, {kind: 'list'}>} shape
 * @param {any[]} values
 * @param {boolean} isRequired
 * @param {boolean} isStation
 * @param {(value: any) => void} change
 */
function list(name, shape, values, isRequired, isStation, change) {
  const put = (/** @type {number} */ at, /** @type {any} */ value) => change(values.with(at, value ?? ''));
  const remove = (/** @type {number} */ at, /** @type {Event} */ event) => {
    // The button that was pressed goes away.
    const all = /** @type {Element} */ (event.target).closest('fieldset');
    /** @type {HTMLElement | null | undefined} */ (all?.querySelector(':scope > .add'))?.focus();
    const rest = values.toSpliced(at, 1);
    change(rest.length === 0 && !isRequired ? undefined : rest);
  };
  return html`
    <fieldset>
      <legend>${isRequired ? name : `${name}, if wanted`}</legend>
      ${values.map((value, i) => {
        const title = `${name} ${i + 1}`;
        return html`
          <div class="entry">
            ${shape.of.kind === 'object'
              ? group(title, shape.of, value, isStation, (next) => put(i, next))
              : html`<label>${title}${input(shape.of, value, true, isStation, (next) => put(i, next))}</label>`}
            <button type="button" aria-label="Remove ${title}" @click=${(/** @type {Event} */ event) => remove(i, event)}>Remove</button>
          </div>
        `;
      })}
      <button class="add" type="button" @click=${() => change([...values, blankOf(shape.of) ?? ''])}>Add ${name}</button>
    </fieldset>
  `;
}

/**
 * @param {Shape} shape
 * @param {any} value
 * @param {boolean} isRequired
 * @param {boolean} isStation
 * @param {(value: any) => void} change
 * @returns {unknown}
 */
function input(shape, value, isRequired, isStation, change) {
  const written = value === undefined || value === null || typeof value === 'object' ? '' : String(value);
  const put = (/** @type {any} */ event) => change(valueOf(shape, event.target.value));
  switch (shape.kind) {
    case 'choice':
      return html`
        <select ?required=${isRequired} @change=${put}>
          <option value="" .selected=${written === ''}>${isRequired ? 'Choose' : 'none'}</option>
          ${shape.words.map((word) => html`<option .selected=${written === word}>${word}</option>`)}
        </select>
      `;
    case 'flag':
      return html`
        <select ?required=${isRequired} @change=${put}>
          <option value="" .selected=${written === ''}>${isRequired ? 'Choose' : 'none'}</option>
          ${['true', 'false'].map((word) => html`<option .selected=${written === word}>${word}</option>`)}
        </select>
      `;
    case 'lines':
      return html`
        <textarea rows="4" maxlength=${shape.longest} spellcheck="false" ?required=${isRequired} .value=${written}
          @input=${put}></textarea>
      `;
    case 'moment':
      return html`
        <input type="datetime-local" step="1" ?required=${isRequired} .value=${localMoment(written)}
          @input=${(/** @type {any} */ event) => {
            // Half a date is none yet, and must not be taken away from under the person's hands.
            if (!event.target.validity.badInput) {
              change(moment(event.target.value) || undefined);
            }
          }}>
      `;
    case 'whole':
      return html`
        <input inputmode="numeric" pattern="-?[0-9]+" title="A whole number" autocomplete="off" ?required=${isRequired}
          .value=${written} @input=${put}>
      `;
    case 'tenths':
      return html`
        <input inputmode="decimal" pattern="-?[0-9]+([.][0-9])?" title="A number with at most one digit after the point"
          autocomplete="off" ?required=${isRequired} .value=${written} @input=${put}>
      `;
    case 'decimal':
      return html`
        <input inputmode="decimal" pattern="-?[0-9]+([.][0-9]{1,6})?" title="A number with at most six digits after the point"
          autocomplete="off" ?required=${isRequired} .value=${written} @input=${put}>
      `;
    case 'address':
      return html`<input type="url" autocomplete="off" ?required=${isRequired} .value=${written} @input=${put}>`;
    case 'text':
      return html`
        <input maxlength=${isStation ? shape.longestForStations : shape.longest} autocomplete="off"
          ?required=${isRequired && !shape.mayBeEmpty} .value=${written} @input=${put}>
      `;
    default:
      return nothing;
  }
}

/** @param {any} value */
function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
