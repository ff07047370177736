import { html, nothing } from 'lit';
import { text } from './text.js';

/**
 * A list of facts; unknown values are left out.
 *
 * @param {[string, unknown][]} facts name and value
 */
export function facts(facts) {
  return html`
    <dl class="facts">
      ${facts.map(([name, value]) => (isKnown(value) ? html`<div><dt>${name}</dt><dd>${text(value)}</dd></div>` : nothing))}
    </dl>
  `;
}

/** @param {unknown} value */
function isKnown(value) {
  return value !== null && value !== undefined && value !== '';
}
