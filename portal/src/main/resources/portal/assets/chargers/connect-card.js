import { html, nothing } from 'lit';
import { OCPP_1_6 } from '../commands/actions.js';
import { counted } from '../ui/amount.js';
import { facts } from '../ui/facts.js';
import { quoted } from '../ui/shell.js';
import { refusalInWords, refusals } from './refusals.js';
import '../ui/copy-text.js';

/** How a test charger is simulated. @typedef {import('plugstream-api').Schemas['TestCharger'] | null | undefined} Simulation */

/** The number of refused handshakes on screen; the older ones are collapsed. */
const LATEST = 10;

const NO_REFUSAL = 'None in the last 7 days. They appear here at once. If nothing appears while the charger tries, it does not'
  + ' reach this server: check its network, the host and port, and the certificate that it trusts.';

/**
 * The settings that a charger needs to connect, and whether it is connected.
 *
 * @param {any} charger
 * @param {Simulation} simulation
 * @param {any[]} refused the refused handshakes, newest first
 * @param {() => void} renew asks for a new password
 */
export function connectCard(charger, simulation, refused, renew) {
  const address = charger.connectionUrl;
  const base = address.slice(0, address.lastIndexOf('/'));
  const isOnline = charger.status === 'online';
  return html`
    <section aria-labelledby="connect-heading">
      <h2 id="connect-heading">Connection</h2>
      <p role="status" class=${isOnline ? 'good' : 'quiet'} data-test="connection">
        ${isOnline
          ? `✓ Connected with ${charger.protocol ?? 'an unknown protocol'}`
          : 'Not connected. This line turns green when the charger connects.'}
      </p>
      ${facts([
        ['Address', html`<copy-text .text=${address} .name=${'the address'}></copy-text>`],
        ['Address for chargers that append their id', html`<copy-text .text=${base} .name=${'the address without id'}></copy-text>`],
        ['User name', html`<copy-text .text=${charger.chargeBoxId} .name=${'the user name'}></copy-text>`],
        ['Security profile', address.startsWith('wss:') ? '2: a password, over TLS' : '1: a password, without TLS'],
        ['Sub-protocols', html`<code>ocpp1.6</code> or <code>ocpp2.0.1</code>, the first that the charger offers`],
        ['Settings in OCPP 2.0.1', html`
          the address without id into <code>ocppCsmsUrl</code>, the user name into <code>SecurityCtrlr.Identity</code>, the
          password into <code>SecurityCtrlr.BasicAuthPassword</code>`],
        ['Password', html`
          shown only when it is created
          <div><button type="button" @click=${renew}>New password</button></div>
        `],
        ['Test command', html`<copy-text .text=${attempt(charger, spoken(charger, simulation))} .name=${'the command'}></copy-text>`],
      ])}
      <h3>Refused attempts</h3>
      <p class="hidden" role="status">${refused.length > 0 && !isOnline ? refusalInWords(refused[0]) : ''}</p>
      ${refusals(refused.slice(0, LATEST), { empty: NO_REFUSAL })}
      ${refused.length > LATEST
        ? html`<details>
            <summary>${counted(refused.length - LATEST, 'older attempt')}</summary>
            ${refusals(refused.slice(LATEST), { label: 'Older refused attempts' })}
          </details>`
        : nothing}
    </section>
  `;
}

/** The protocol that the charger speaks: as it is simulated now, or spoke last. @param {any} charger @param {Simulation} simulation */
function spoken({ protocol }, simulation) {
  return simulation?.simulated ? simulation.protocol : protocol ?? simulation?.protocol ?? OCPP_1_6;
}

/**
 * A command that connects like the charger, to test the network and the password. The user inserts the password.
 *
 * @param {any} charger
 * @param {string} protocol
 */
function attempt({ chargeBoxId, connectionUrl }, protocol) {
  // base64 wraps long output, so line breaks are removed.
  const credentials = `$(printf %s ${quoted(`${chargeBoxId}:PASSWORD`)} | base64 | tr -d ${quoted(String.raw`\n`)})`;
  // The address comes first, because -H of websocat 1 takes all arguments after it.
  return `websocat --protocol ${protocol} ${quoted(connectionUrl)} -H "Authorization: Basic ${credentials}"`;
}
