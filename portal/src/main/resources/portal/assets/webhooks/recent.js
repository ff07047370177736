import { html, nothing } from 'lit';
import { time } from '../ui/time.js';
import { OUTCOMES, colourOf, failuresOf } from './words.js';

/**
 * How a webhook's newest deliveries ended.
 *
 * @param {import('plugstream-api').Schemas['DeliverySummary']['recent']} recent
 */
export function recently(recent) {
  const { last } = recent;
  if (last === null) {
    return html`<span class="quiet">None has ended yet.</span>`;
  }
  const { outcome, responseStatus, at } = last;
  return html`
    <span class="badge ${colourOf(outcome)}">${outcome}</span> ${time(at)}
    ${outcome === 'delivered' ? nothing : html`<div>${OUTCOMES.get(outcome)} ${status(responseStatus)}</div>`}
    <div class=${recent.failed > 0 ? 'bad' : 'quiet'}>${failuresOf(recent)}</div>
  `;
}

/** @param {number | null} status */
function status(status) {
  return status === null ? '' : `The answer's status was ${status}.`;
}
