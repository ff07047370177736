import { html, noChange, nothing } from 'lit';
import { setCommittedValue } from 'lit-html/directive-helpers.js';
import { Directive, directive } from 'lit-html/directive.js';
import { localMoment, moment } from '../ui/address.js';

/**
 * Form fields for payloads, generated from the schemas of the API.
 *
 * @typedef {import('./actions.js').Schema} Schema
 * @typedef {Record<string, any>} Payload
 * @typedef {(path: string) => unknown} FaultAt what is wrong with the field at a path
 * @typedef {{name: string, schema: Schema, value: any, isRequired: boolean, change: (value: any) => void, path: string,
 *     faultAt: FaultAt}} Field
 */

/** Vendor data, allowed in any object of OCPP 2.0.1, has no form fields; it can be written into the JSON. */
const WITHOUT_FIELDS = 'customData';

/** Fields that may be empty texts: values of a charger's configuration. */
const MAY_BE_EMPTY = new Set(['value', 'attributeValue']);

/** Longer texts get several lines. */
const LONGEST_LINE = 1000;

/**
 * The initial content of a form: required objects and list entries, which the user would otherwise have to add first.
 *
 * @param {Schema} schema of an object
 * @returns {Payload}
 */
export function blank(schema) {
  return Object.fromEntries((schema.required ?? [])
    .map((name) => [name, blankOf(name, schema.properties?.[name] ?? {})])
    .filter(([, value]) => value !== undefined));
}

/**
 * @param {string} name
 * @param {Schema} schema
 * @returns {unknown}
 */
function blankOf(name, schema) {
  if (schema.type === 'object') {
    return blank(schema);
  }
  if (schema.type === 'array') {
    return [blankEntry(schema)];
  }
  return mayBeEmpty(name, schema) ? '' : undefined;
}

/** @param {Schema} list */
function blankEntry({ items = {} }) {
  return blankOf('', items) ?? '';
}

/**
 * The value of a field for an input text; the text itself if it is invalid, so that the form reports it.
 *
 * @param {string} name
 * @param {Schema} schema
 * @param {string} written
 */
export function valueOf(name, schema, written) {
  if (written === '') {
    return mayBeEmpty(name, schema) ? '' : undefined;
  }
  if (schema.type === 'boolean') {
    return written === 'true' ? true : written === 'false' ? false : written;
  }
  const number = numberOf(schema);
  return number && new RegExp(`^${number.pattern}$`).test(written) ? Number(written) : written;
}

/**
 * Changes the text of a number's input only if it means another value. So "1.0" stays when the user goes on to "1.05".
 */
class NumberText extends Directive {
  /** @param {Schema} _schema @param {unknown} _value @param {string} written */
  render(_schema, _value, written) {
    return written;
  }

  /**
   * @param {import('lit-html/directive.js').PropertyPart} part
   * @param {[Schema, unknown, string]} values
   */
  update(part, [schema, value, written]) {
    const { value: text } = /** @type {HTMLInputElement} */ (part.element);
    if (valueOf('', schema, text) === value) {
      return noChange;
    }
    // The user may have changed the text since it was written.
    setCommittedValue(part);
    return written;
  }
}

const numberText = directive(NumberText);

/**
 * @param {string} name
 * @param {Schema} schema
 */
function mayBeEmpty(name, schema) {
  return schema.type === 'string' && !schema.enum && MAY_BE_EMPTY.has(name);
}

/** The input pattern of a number; undefined for other types. @param {Schema} schema */
function numberOf({ type, minimum = -Infinity, multipleOf = 1 }) {
  const sign = minimum < 0 ? '-?' : '';
  if (type === 'integer') {
    return { pattern: `${sign}[0-9]+`, title: 'A whole number', keys: 'numeric' };
  }
  if (type !== 'number') {
    return undefined;
  }
  const digits = -Math.round(Math.log10(multipleOf));
  return {
    pattern: `${sign}[0-9]+([.][0-9]{1,${digits}})?`,
    title: `A number with at most ${digits} decimal ${digits === 1 ? 'place' : 'places'}`,
    keys: 'decimal',
  };
}

/**
 * Form fields for an object.
 *
 * @param {Schema} schema
 * @param {any} payload
 * @param {(payload: Payload) => void} change
 * @param {string} path of the object
 * @param {FaultAt} faultAt
 * @returns {unknown[]}
 */
export function fields(schema, payload, change, path, faultAt) {
  const now = isObject(payload) ? payload : {};
  return Object.entries(schema.properties ?? {})
    .filter(([name]) => name !== WITHOUT_FIELDS)
    .map(([name, member]) => {
      const put = (/** @type {any} */ value) => {
        const next = { ...now, [name]: value };
        if (value === undefined) {
          delete next[name];
        }
        change(next);
      };
      return field({
        name,
        schema: member,
        value: now[name],
        isRequired: schema.required?.includes(name) ?? false,
        change: put,
        path: `${path}.${name}`,
        faultAt,
      });
    });
}

/**
 * @param {Field} it
 * @returns {unknown}
 */
function field(it) {
  switch (it.schema.type) {
    case 'object':
      return it.isRequired ? group(it) : optionalGroup(it);
    case 'array':
      return list(it);
    default:
      return html`<label>${label(it)}${input(it)}${it.faultAt(it.path)}</label>`;
  }
}

/** @param {Field} field */
function label({ name, isRequired }) {
  return isRequired ? name : `${name} (optional)`;
}

/** @param {Field} field */
function group({ name, schema, value, change, path, faultAt }) {
  return html`
    <fieldset><legend>${name}</legend>${faultAt(path)}${fields(schema, value, change, path, faultAt)}</fieldset>
  `;
}

/** @param {Field} it */
function optionalGroup(it) {
  const isThere = isObject(it.value);
  return html`
    <label class="line">
      <input type="checkbox" .checked=${isThere}
        @change=${(/** @type {any} */ event) => it.change(event.target.checked ? blank(it.schema) : undefined)}>
      with ${it.name}
    </label>
    ${isThere ? group(it) : it.faultAt(it.path)}
  `;
}

/** @param {Field} it */
function list(it) {
  const { name, schema, isRequired, change, faultAt } = it;
  const { items = {} } = schema;
  const values = Array.isArray(it.value) ? it.value : [];
  const remove = (/** @type {number} */ at, /** @type {Event} */ event) => {
    // The pressed button is removed, so another one gets the focus.
    const all = /** @type {Element} */ (event.target).closest('fieldset');
    /** @type {HTMLElement | null | undefined} */ (all?.querySelector(':scope > .add'))?.focus();
    const rest = values.toSpliced(at, 1);
    change(rest.length === 0 && !isRequired ? undefined : rest);
  };
  return html`
    <fieldset>
      <legend>${label(it)}</legend>
      ${faultAt(it.path)}
      ${values.map((value, i) => {
        const title = `${name} ${i + 1}`;
        const path = `${it.path}[${i}]`;
        const put = (/** @type {any} */ next) => change(values.with(i, next ?? ''));
        const entry = { schema: items, value, isRequired: true, change: put, path, faultAt };
        return html`
          <div class="entry">
            ${items.type === 'object'
              ? group({ name: title, ...entry })
              : html`<label>${title}${input({ name: '', ...entry })}${faultAt(path)}</label>`}
            <button type="button" aria-label="Remove ${title}" @click=${(/** @type {Event} */ event) => remove(i, event)}>Remove</button>
          </div>
        `;
      })}
      <button class="add" type="button" @click=${() => change([...values, blankEntry(schema)])}>Add ${name}</button>
    </fieldset>
  `;
}

/**
 * @param {Field} field
 * @returns {unknown}
 */
function input({ name, schema, value, isRequired, change }) {
  const written = value === undefined || value === null || typeof value === 'object' ? '' : String(value);
  const put = (/** @type {any} */ event) => change(valueOf(name, schema, event.target.value));
  const words = schema.type === 'boolean' ? ['true', 'false'] : schema.enum;
  if (words) {
    return html`
      <select ?required=${isRequired} @change=${put}>
        <option value="" .selected=${written === ''}>${isRequired ? 'Choose' : 'none'}</option>
        ${words.map((word) => html`<option .selected=${written === word}>${word}</option>`)}
      </select>
    `;
  }
  const number = numberOf(schema);
  if (number) {
    return html`
      <input inputmode=${number.keys} pattern=${number.pattern} title=${number.title} autocomplete="off"
        ?required=${isRequired} .value=${numberText(schema, value, written)} @input=${put}>
    `;
  }
  if (schema.format === 'date-time') {
    return html`
      <input type="datetime-local" step="1" ?required=${isRequired} .value=${localMoment(written)}
        @input=${(/** @type {any} */ event) => {
          // An incomplete date must not be cleared while the user types.
          if (!event.target.validity.badInput) {
            change(moment(event.target.value) || undefined);
          }
        }}>
    `;
  }
  const { maxLength = Infinity } = schema;
  const longest = maxLength === Infinity ? nothing : maxLength;
  const mustBeThere = isRequired && !mayBeEmpty(name, schema);
  return schema.format === undefined && maxLength > LONGEST_LINE
    ? html`
      <textarea rows="4" maxlength=${longest} spellcheck="false" ?required=${mustBeThere} .value=${written}
        @input=${put}></textarea>
    `
    : html`
      <input type=${schema.format === 'uri' ? 'url' : 'text'} maxlength=${longest} autocomplete="off"
        ?required=${mustBeThere} .value=${written} @input=${put}>
    `;
}

/** @param {any} value */
function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
