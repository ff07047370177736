import { html } from 'lit';
import { table } from '../ui/table.js';
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

/** Only registered chargers get so far. The ids of other attempts may belong to no charger. */
const OF_REGISTERED = new Set(['wrong_password', 'wrong_subprotocol', 'tls']);

/** @type {import('../ui/table.js').Column<any>[]} */
const COLUMNS = [
  ['Reason', (one) => html`<span class="bad">${reason(one)[0]}</span><br>${reason(one)[1]}`],
  ['When', (one) => time(one.refusedAt)],
  ['From', (one) => html`<code>${one.address}</code>`],
];

/**
 * Refused handshakes, newest first, with their reasons.
 *
 * @param {any[]} handshakes
 * @param {object} more
 * @param {string} [more.empty] the note if there are none
 * @param {string} [more.label]
 * @param {import('../ui/table.js').Column<any>[]} [more.before] columns before the reason
 */
export function refusals(handshakes, { empty, label = 'Refused attempts', before = [] }) {
  return table({
    label,
    empty,
    rows: handshakes,
    test: 'refusal',
    columns: [...before, ...COLUMNS],
  });
}

/** Whether the reason tells that the charger was registered. @param {{reason: string}} handshake */
export function isOfRegistered(handshake) {
  return OF_REGISTERED.has(handshake.reason);
}

/** A text for screen readers. @param {any} handshake */
export function refusalInWords(handshake) {
  return `Refused: ${reason(handshake).join('. ')}`;
}

/** @param {any} handshake @returns {[string, string]} unknown reasons of a newer server are shown as they are */
function reason(handshake) {
  return REASONS.get(handshake.reason) ?? [handshake.reason, ''];
}
