import { html } from 'lit';
import { ApiError } from '../api/client.js';
import { address } from '../ui/address.js';

/**
 * What can be done if the tier has no webhooks; undefined for other problems.
 *
 * @param {import('../api/client.js').Mode} mode
 * @param {unknown} failure
 */
export function higherTier(mode, failure) {
  return failure instanceof ApiError && failure.kind === 'tier-required'
    ? html`
      <p class="note">
        ${failure.detail} <a href=${address(mode, 'usage')}>Your tier</a> can be changed by the operator.
        <a href=${address(mode, 'events')}>Live events</a> are available on every tier.
      </p>`
    : undefined;
}
