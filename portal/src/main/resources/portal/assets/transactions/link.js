import { html } from 'lit';
import { address } from '../ui/address.js';

/**
 * A link to a transaction. An orphaned one gets none: its id is what its charger sent, so it may also be the id of
 * another transaction.
 *
 * @param {import('../api/client.js').Mode} mode
 * @param {{transactionId: number, status: string}} transaction
 * @param {string | number} [words]
 */
export function transactionLink(mode, { transactionId, status }, words = transactionId) {
  return status === 'orphaned' ? words : html`<a href=${address(mode, 'transactions', transactionId)}>${words}</a>`;
}
