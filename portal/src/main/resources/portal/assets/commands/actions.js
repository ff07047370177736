import { call } from '../api/client.js';

/**
 * The actions of commands. The API describes them with the schemas that it validates payloads with; this file adds only
 * help texts.
 *
 * @typedef {object} Schema the part of JSON Schema that the API uses
 * @property {'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean'} [type] absent if any value is allowed
 * @property {Record<string, Schema>} [properties] of an object
 * @property {string[]} [required] of an object
 * @property {Schema} [items] of an array
 * @property {string[]} [enum]
 * @property {string} [format]
 * @property {number} [maxLength]
 * @property {number} [minimum]
 * @property {number} [multipleOf]
 *
 * @typedef {{action: string, wording: string, payload: Schema}} Action
 */

export const OCPP_1_6 = 'ocpp1.6';
export const OCPP_2_0_1 = 'ocpp2.0.1';

/** The actions by protocol; they do not change while a page is open. @type {Map<string, Promise<Action[]>>} */
const read = new Map();

/**
 * Reads the actions for a charger.
 *
 * @param {import('../api/client.js').Mode} mode
 * @param {string | null} [protocol] the charger's protocol, if it ever connected
 * @returns {Promise<Action[]>}
 */
export function actionsFor(mode, protocol) {
  const spoken = protocol ?? OCPP_1_6;
  const known = read.get(spoken);
  if (known) {
    return known;
  }
  const actions = call(mode, 'GET', `/command-actions?protocol=${spoken}`).then((answer) => answer.actions);
  actions.catch(() => read.delete(spoken));
  read.set(spoken, actions);
  return actions;
}

/** A help text for an action; empty for an unknown action. @param {Action} action */
export function helpFor({ action, wording }) {
  return (wording === OCPP_2_0_1 ? HELP_IN_WORDS_OF_2_0_1[action] : undefined) ?? HELP[action] ?? '';
}

/** @type {Record<string, string>} */
const HELP = {
  CancelReservation: 'Cancels a reservation.',
  ChangeAvailability: 'Takes a connector out of service or puts it back; connector 0 is the whole charger.',
  ChangeConfiguration: 'Sets one value of the configuration.',
  ClearCache: 'Clears the cache of tags in the charger.',
  ClearChargingProfile: 'Removes all charging profiles that match.',
  DataTransfer: 'Sends data that only chargers of that vendor understand.',
  GetCompositeSchedule: 'Reads the limits of a connector for the next seconds.',
  GetConfiguration: 'Reads the configuration; without keys, all of it.',
  GetDiagnostics: 'Makes the charger upload its diagnostics to an address.',
  GetLocalListVersion: 'Reads the version of the local list of tags in the charger.',
  RemoteStartTransaction: 'Starts charging with a tag.',
  RemoteStopTransaction: 'Stops a transaction.',
  ReserveNow: 'Reserves a connector for a tag.',
  Reset: 'Restarts the charger: Soft after running transactions, Hard at once.',
  SendLocalList: 'Sends tags that the charger may accept without asking.',
  SetChargingProfile: 'Limits power or current over time.',
  TriggerMessage: 'Makes the charger send a message now.',
  UnlockConnector: 'Unlocks the cable of a connector.',
  UpdateFirmware: 'Makes the charger download and install firmware.',
  CertificateSigned: 'Sends a certificate that the charger requested.',
  ClearDisplayMessage: 'Removes a message from the display.',
  ClearVariableMonitoring: 'Removes monitors.',
  CostUpdated: 'Shows the current cost of a transaction.',
  CustomerInformation: 'Reads or clears the data of a customer in the charger; it answers in a report.',
  DeleteCertificate: 'Deletes a certificate.',
  GetBaseReport: 'Reads the variables of the charger; it answers in a report.',
  GetChargingProfiles: 'Reads the installed charging profiles; the charger answers in a report.',
  GetDisplayMessages: 'Reads the messages of the display; the charger answers in a report.',
  GetInstalledCertificateIds: 'Reads which certificates are installed.',
  GetLog: 'Makes the charger upload a log to an address; the report shows the steps.',
  GetMonitoringReport: 'Reads the monitors; the charger answers in a report.',
  GetReport: 'Reads some variables; the charger answers in a report.',
  GetTransactionStatus: 'Asks whether a transaction runs, and whether messages of it are waiting.',
  GetVariables: 'Reads variables.',
  InstallCertificate: 'Makes the charger trust a certificate.',
  PublishFirmware: 'Makes a local controller download firmware for its chargers.',
  RequestStartTransaction: 'Starts charging with a token.',
  RequestStopTransaction: 'Stops a transaction.',
  SetDisplayMessage: 'Shows a message on the display.',
  SetMonitoringBase: 'Selects which predefined monitors are active.',
  SetMonitoringLevel: 'Sets the severity up to which events are reported: 0 is the most severe, 9 the least.',
  SetNetworkProfile: 'Sets a network profile that the charger can connect with.',
  SetVariableMonitoring: 'Sets monitors of variables.',
  SetVariables: 'Writes variables.',
  UnpublishFirmware: 'Withdraws published firmware.',
};

/** Help texts where OCPP 2.0.1 differs under the same name. @type {Record<string, string>} */
const HELP_IN_WORDS_OF_2_0_1 = {
  ChangeAvailability: 'Takes the charger, an EVSE or a connector out of service, or puts it back.',
  ClearChargingProfile: 'Removes the charging profile with that id, or all that match.',
  GetCompositeSchedule: 'Reads the limits of an EVSE for the next seconds.',
  ReserveNow: 'Reserves an EVSE for a token.',
  Reset: 'Restarts the charger or an EVSE: OnIdle after running transactions, Immediate at once.',
  SendLocalList: 'Sends tokens that the charger may accept without asking.',
  UpdateFirmware: 'Makes the charger download and install firmware; the report shows the steps.',
};
