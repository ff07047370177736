import { html, nothing } from 'lit';
import { time } from '../ui/time.js';

/** The reasons for refused handshakes, and hints. @type {Map<string, [string, string]>} */
const REASONS = new Map(Object.entries({
  wrong_password: ['Wrong password', 'It sent a wrong password, or none. Enter the password again, or create a new one.'],
  unknown_id: ['Unknown id', 'No charger is registered with that id. Check the spelling; case matters.'],
  wrong_path: ['Wrong path', 'The address must end with the organisation and the charge box id, each exactly once.'],
  wrong_subprotocol: ['Wrong sub-protocol', 'It offered neither ocpp1.6 nor ocpp2.0.1.'],
  tls: ['TLS', "It presented another charger's certificate, or none where passwords are not accepted."],
  too_many_attempts: ['Too many attempts', 'It failed again after too many failures from its address. Wait a minute.'],
}));

/**
 * Refused handshakes, newest first, with their reasons.
 *
 * @param {any[]} handshakes
 * @param {boolean} [ofMany] whether to show the charge box id
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

/** A text for screen readers. @param {any} handshake */
export function refusalInWords(handshake) {
  return `Refused: ${reason(handshake).join('. ')}`;
}

/** @param {any} handshake @returns {[string, string]} unknown reasons of a newer server are shown as they are */
function reason(handshake) {
  return REASONS.get(handshake.reason) ?? [handshake.reason, ''];
}
