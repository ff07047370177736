import { call } from '../api/client.js';

/**
 * What chargers can be asked for. The API describes it with the schemas that it checks payloads with; here are only words
 * of help.
 *
 * @typedef {object} Schema the part of JSON Schema that the API uses
 * @property {'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean'} [type] absent if anything may be there
 * @property {Record<string, Schema>} [properties] of an object
 * @property {string[]} [required] of an object
 * @property {Schema} [items] of an array
 * @property {string[]} [enum]
 * @property {string} [format]
 * @property {number} [maxLength]
 * @property {number} [multipleOf]
 *
 * @typedef {{action: string, wording: string, payload: Schema}} Action
 */

export const OCPP_1_6 = 'ocpp1.6';
export const OCPP_2_0_1 = 'ocpp2.0.1';

/** By protocol; it does not change while a page is open. @type {Map<string, Promise<Action[]>>} */
const read = new Map();

/**
 * Reads what a charger can be asked for.
 *
 * @param {import('../api/client.js').Mode} mode
 * @param {string | null} [protocol] what it speaks, if it ever connected
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

/** What an action does; empty for one that is not known here yet. @param {Action} action */
export function helpFor({ action, wording }) {
  return (wording === OCPP_2_0_1 ? HELP_IN_WORDS_OF_2_0_1[action] : undefined) ?? HELP[action] ?? '';
}

/** @type {Record<string, string>} */
const HELP = {
  CancelReservation: 'Gives up a reservation.',
  ChangeAvailability: 'Takes a connector out of service or puts it back; connector 0 is the whole charger.',
  ChangeConfiguration: 'Sets one value of the configuration.',
  ClearCache: 'Makes the charger forget the tags that it knows from before.',
  ClearChargingProfile: 'Takes charging profiles away: all that fit what is named.',
  DataTransfer: 'Sends something that only chargers of that vendor understand.',
  GetCompositeSchedule: 'Asks which limits hold for a connector in the next seconds.',
  GetConfiguration: 'Reads the configuration; without keys, all of it.',
  GetDiagnostics: 'Makes the charger upload its diagnostics to an address.',
  GetLocalListVersion: 'Asks for the version of the list of tags that the charger keeps.',
  RemoteStartTransaction: 'Starts charging with a tag.',
  RemoteStopTransaction: 'Stops a transaction.',
  ReserveNow: 'Keeps a connector free for a tag.',
  Reset: 'Restarts the charger: Soft after what runs has ended, Hard at once.',
  SendLocalList: 'Gives the charger tags that it may accept without asking.',
  SetChargingProfile: 'Limits power or current over time.',
  TriggerMessage: 'Makes the charger send a message now.',
  UnlockConnector: 'Unlocks the cable of a connector.',
  UpdateFirmware: 'Makes the charger load and install firmware.',
  CertificateSigned: 'Gives the charger a certificate that it asked for.',
  ClearDisplayMessage: 'Takes a message from the display.',
  ClearVariableMonitoring: 'Takes monitors away.',
  CostUpdated: 'Shows what a transaction costs so far.',
  CustomerInformation: 'Asks what the charger knows of a customer, or makes it forget; it answers in a report.',
  DeleteCertificate: 'Deletes a certificate.',
  GetBaseReport: 'Asks for the variables of the charger; it answers in a report.',
  GetChargingProfiles: 'Asks for installed charging profiles; it answers in a report.',
  GetDisplayMessages: 'Asks for the messages of the display; it answers in a report.',
  GetInstalledCertificateIds: 'Asks which certificates are installed.',
  GetLog: 'Makes the charger upload a log to an address; its steps are a report.',
  GetMonitoringReport: 'Asks for the monitors; it answers in a report.',
  GetReport: 'Asks for some variables; it answers in a report.',
  GetTransactionStatus: 'Asks whether a transaction runs, and whether all of it was told.',
  GetVariables: 'Reads variables.',
  InstallCertificate: 'Makes the charger trust a certificate.',
  PublishFirmware: 'Makes a local controller load firmware for its chargers.',
  RequestStartTransaction: 'Starts charging with a token.',
  RequestStopTransaction: 'Stops a transaction.',
  SetDisplayMessage: 'Shows a message on the display.',
  SetMonitoringBase: 'Brings the monitors back that the charger came with.',
  SetMonitoringLevel: 'Says how severe something must be to be told: 0 is the most severe, 9 the least.',
  SetNetworkProfile: 'Gives the charger another way to connect.',
  SetVariableMonitoring: 'Sets monitors of variables.',
  SetVariables: 'Writes variables.',
  UnpublishFirmware: 'Takes published firmware back.',
};

/** Where OCPP 2.0.1 means something a little different by the same name. @type {Record<string, string>} */
const HELP_IN_WORDS_OF_2_0_1 = {
  ChangeAvailability: 'Takes the charger, an EVSE or a connector out of service, or puts it back.',
  ClearChargingProfile: 'Takes charging profiles away: the one of that id, or all that fit.',
  GetCompositeSchedule: 'Asks which limits hold for an EVSE in the next seconds.',
  ReserveNow: 'Keeps an EVSE free for a token.',
  Reset: 'Restarts the charger or an EVSE: OnIdle after what runs has ended, Immediate at once.',
  SendLocalList: 'Gives the charger tokens that it may accept without asking.',
  UpdateFirmware: 'Makes the charger load and install firmware; its steps are a report.',
};
