import { html, nothing } from 'lit';
import { time } from '../ui/time.js';

const GOOD = new Set(['Available', 'Charging', 'Preparing', 'Finishing', 'SuspendedEV', 'SuspendedEVSE', 'Reserved', 'Occupied']);

/**
 * The connectors of a charger and their status. For OCPP 2.0.1 they are grouped by EVSE.
 *
 * @param {any} charger
 */
export function connectors(charger) {
  if (charger.connectors.length === 0) {
    return html`<p class="note">The charger has not reported its connectors yet.</p>`;
  }
  const isStation = charger.protocol === 'ocpp2.0.1';
  return html`
    <div class="scroll" tabindex="0" role="region" aria-label="Connectors">
      <table>
        <thead>
          <tr>
            <th scope="col">${isStation ? 'EVSE' : 'Connector'}</th><th scope="col">Status</th>
            <th scope="col">Error</th><th scope="col">Since</th>
          </tr>
        </thead>
        <tbody>${charger.connectors.map((/** @type {any} */ one) => row(charger, one, isStation))}</tbody>
      </table>
    </div>
  `;
}

/**
 * @param {any} charger
 * @param {any} connector
 * @param {boolean} isStation
 */
function row(charger, connector, isStation) {
  const evse = charger.evses?.find((/** @type {any} */ one) => one.evseId === connector.connectorId);
  return html`
    <tr>
      <th scope="row">${connector.connectorId === 0 ? 'the whole charger' : connector.connectorId}</th>
      <td>
        ${status(connector.status)}
        ${isStation && evse
          ? evse.connectors.map((/** @type {any} */ plug) => html`<div class="quiet">connector ${plug.connectorId}: ${plug.status}</div>`)
          : nothing}
      </td>
      <td>${connector.errorCode === 'NoError' ? 'none' : html`<span class="bad">${connector.errorCode}</span>`}</td>
      <td>${time(connector.updatedAt)}</td>
    </tr>
  `;
}

/** @param {string} word */
function status(word) {
  return html`<span class="badge ${GOOD.has(word) ? 'good' : 'bad'}" data-test="connector-status">${word}</span>`;
}
