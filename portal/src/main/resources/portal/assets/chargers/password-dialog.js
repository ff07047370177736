import { html } from 'lit';
import '../ui/secret-dialog.js';

/**
 * Shows a charger's new password once, with the settings that go with it.
 *
 * @param {{chargeBoxId: string, connectionUrl: string}} charger
 * @param {string} password
 * @param {() => void} done
 */
export function passwordDialog({ chargeBoxId, connectionUrl }, password, done) {
  return html`
    <secret-dialog
      .heading=${html`Password of <bdi>${chargeBoxId}</bdi>`}
      .secret=${password}
      .snippet=${`Address   ${connectionUrl}\nUser      ${chargeBoxId}\nPassword  ${password}`}
      @done=${done}></secret-dialog>
  `;
}
