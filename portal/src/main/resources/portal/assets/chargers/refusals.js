import { html, nothing } from 'lit';
import { time } from '../ui/time.js';

/** Why a charger was not let in, and what helps. @type {Map<string, [string, string]>} */
const REASONS = new Map(Object.entries({
  wrong_password: ['Wrong password', 'It gave another password than its own, or none. Enter it once more, or make a new one.'],
  unknown_id: ['Unknown id', 'No charger is registered by that id. Look for a mistyped letter; capitals count.'],
  wrong_path: ['Wrong path', 'The address must end in the organisation and the charge box id, each once.'],
  wrong_subprotocol: ['Wrong sub-protocol', 'It offered neither ocpp1.6 nor ocpp2.0.1.'],
  tls: ['TLS', "Its certificate is another charger's, or it showed none where passwords are not accepted."],
  too_many_attempts: ['Too many attempts', 'It failed once more after too many failures from its address. Wait a minute.'],
}));

/**
 * Refused handshakes, newest first, each with its reason in words.
 *
 * @param {any[]} handshakes
 * @param {boolean} [ofMany] whether they are of more than one charger
 */
export function refusals(handshakes, ofMany = false) {
  return html`
    <div class="scroll" tabindex="0" role="region" aria-label="Refused attempts">
      <table>
        <thead>
          <tr>
            ${ofMany ? html`<th scope="col">Charge box id</th>` : nothing}
            <th scope="col">Reason</th><th scope="col">When</th><th scope="col">From</th>
          </tr>
        </thead>
        <tbody>
          ${handshakes.map((one) => html`
            <tr data-test="refusal">
              ${ofMany ? html`<td>${one.chargeBoxId ?? html`<span class="quiet">none</span>`}</td>` : nothing}
              <td><span class="bad">${reason(one)[0]}</span><br>${reason(one)[1]}</td>
              <td>${time(one.refusedAt)}</td>
              <td><code>${one.address}</code></td>
            </tr>
          `)}
        </tbody>
      </table>
    </div>
  `;
}

/** In words for whoever does not see the table. @param {any} handshake */
export function refusalInWords(handshake) {
  return `Refused: ${reason(handshake).join('. ')}`;
}

/** @param {any} handshake @returns {[string, string]} a newer server may know more reasons */
function reason(handshake) {
  return REASONS.get(handshake.reason) ?? [handshake.reason, ''];
}
