import { html, nothing } from 'lit';
import { table } from '../ui/table.js';
import { time } from '../ui/time.js';

const GOOD = new Set(['Available', 'Charging', 'Preparing', 'Finishing', 'SuspendedEV', 'SuspendedEVSE', 'Reserved', 'Occupied']);

/**
 * The connectors of a charger and their status. For OCPP 2.0.1 they are grouped by EVSE.
 *
 * @param {any} charger
 */
export function connectors(charger) {
  const isStation = charger.protocol === 'ocpp2.0.1';
  const isOnline = charger.status === 'online';
  return html`
    ${isOnline || charger.connectors.length === 0
      ? nothing
      : html`<p class="note">The charger is offline. It reported this before.</p>`}
    ${table({
      label: 'Connectors',
      empty: 'The charger has not reported its connectors yet.',
      rows: /** @type {any[]} */ (charger.connectors),
      hasRowHeadings: true,
      columns: [
        [isStation ? 'EVSE' : 'Connector', ({ connectorId }) => (connectorId === 0 ? 'the whole charger' : connectorId)],
        ['Status', (one) => html`${status(one.status, isOnline)} ${isStation ? plugs(charger, one.connectorId) : nothing}`],
        ['Error', ({ errorCode }) => (errorCode === 'NoError' ? 'none' : html`<span class="bad">${errorCode}</span>`)],
        ['Since', (one) => time(one.updatedAt)],
      ],
    })}
  `;
}

/**
 * @param {any} charger
 * @param {number} evseId
 */
function plugs(charger, evseId) {
  const evse = charger.evses?.find((/** @type {any} */ one) => one.evseId === evseId);
  return evse?.connectors.map((/** @type {any} */ plug) => html`
    <div class="quiet">connector ${plug.connectorId}: ${plug.status}</div>
  `);
}

/**
 * The status of a connector; without a colour if it may have changed since.
 *
 * @param {string} word
 * @param {boolean} isOnline
 */
function status(word, isOnline) {
  const colour = GOOD.has(word) ? 'good' : 'bad';
  return html`<span class="badge ${isOnline ? colour : ''}" data-test="connector-status">${word}</span>`;
}
