import { PartType } from 'lit-html/directive.js';

/** The text of a lit template, with its markup. @param {any} part @returns {string} */
export function text(part) {
  if (Array.isArray(part)) {
    return part.map(text).join('');
  }
  const Rendered = part?._$litDirective$;
  if (Rendered) {
    return text(new Rendered({ type: PartType.CHILD }).render(...part.values));
  }
  if (!part?.strings) {
    return String(part);
  }
  const values = [...part.values.map(text), ''];
  return part.strings.map((/** @type {string} */ string, /** @type {number} */ i) => string + values[i]).join('');
}
