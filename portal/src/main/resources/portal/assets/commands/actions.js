/**
 * What chargers can be asked for, and which fields each action takes: the one description that forms are made from. It
 * says what `Payloads` of api-service checks, in the same order and words, so that the two can be read side by side.
 *
 * @typedef {{kind: 'whole' | 'tenths' | 'moment' | 'address'}
 *     | {kind: 'text', longest: number, longestForStations: number, mayBeEmpty: boolean}
 *     | {kind: 'choice', words: string[]}
 *     | {kind: 'list', of: Shape}
 *     | {kind: 'object', members: Member[]}} Shape
 * @typedef {{name: string, shape: Shape, isRequired: boolean, isForStations: boolean}} Member
 * @typedef {{name: string, about: string, members: Member[]}} Action
 */

/** @type {Shape} */
const WHOLE = { kind: 'whole' };
/** With at most one digit after the point. @type {Shape} */
const TENTHS = { kind: 'tenths' };
/** @type {Shape} */
const MOMENT = { kind: 'moment' };
/** @type {Shape} */
const ADDRESS = { kind: 'address' };

const ID_TAG = text(20, 36);
const CONFIGURATION_KEY = text(50, 220);
const ID_TOKEN_TYPE = oneOf(
  'Central', 'eMAID', 'ISO14443', 'ISO15693', 'KeyCode', 'Local', 'MacAddress', 'NoAuthorization',
);
const PURPOSE = oneOf('ChargePointMaxProfile', 'TxDefaultProfile', 'TxProfile');
const RATE_UNIT = oneOf('A', 'W');

const CHARGING_PERIOD = object(required('startPeriod', WHOLE), required('limit', TENTHS), optional('numberPhases', WHOLE));

const CHARGING_SCHEDULE = object(
  optional('duration', WHOLE),
  optional('startSchedule', MOMENT),
  required('chargingRateUnit', RATE_UNIT),
  required('chargingSchedulePeriod', listOf(CHARGING_PERIOD)),
  optional('minChargingRate', TENTHS),
);

const CHARGING_PROFILE = object(
  required('chargingProfileId', WHOLE),
  optional('transactionId', WHOLE),
  required('stackLevel', WHOLE),
  required('chargingProfilePurpose', PURPOSE),
  required('chargingProfileKind', oneOf('Absolute', 'Recurring', 'Relative')),
  optional('recurrencyKind', oneOf('Daily', 'Weekly')),
  optional('validFrom', MOMENT),
  optional('validTo', MOMENT),
  required('chargingSchedule', CHARGING_SCHEDULE),
);

const TAG_INFORMATION = object(
  optional('expiryDate', MOMENT),
  optional('parentIdTag', ID_TAG),
  required('status', oneOf('Accepted', 'Blocked', 'Expired', 'Invalid', 'ConcurrentTx')),
);

const LISTED_TAG = object(
  required('idTag', ID_TAG),
  forStations('idTokenType', ID_TOKEN_TYPE),
  optional('idTagInfo', TAG_INFORMATION),
);

/** The 19 actions of OCPP 1.6, which chargers of every version take. @type {Action[]} */
export const ACTIONS = [
  action('CancelReservation', 'Gives up a reservation.', required('reservationId', WHOLE)),
  action(
    'ChangeAvailability',
    'Takes a connector out of service or puts it back; connector 0 is the whole charger.',
    required('connectorId', WHOLE),
    required('type', oneOf('Inoperative', 'Operative')),
  ),
  action(
    'ChangeConfiguration',
    'Sets one value of the configuration.',
    required('key', CONFIGURATION_KEY),
    required('value', text(500, 1000, true)),
  ),
  action('ClearCache', 'Makes the charger forget the tags that it knows from before.'),
  action(
    'ClearChargingProfile',
    'Takes charging profiles away: all that fit what is named.',
    optional('id', WHOLE),
    optional('connectorId', WHOLE),
    optional('chargingProfilePurpose', PURPOSE),
    optional('stackLevel', WHOLE),
  ),
  action(
    'DataTransfer',
    'Sends something that only chargers of that vendor understand.',
    required('vendorId', text(255, 255)),
    optional('messageId', text(50, 50)),
    optional('data', text(60_000, 60_000)),
  ),
  action(
    'GetCompositeSchedule',
    'Asks which limits hold for a connector in the next seconds.',
    required('connectorId', WHOLE),
    required('duration', WHOLE),
    optional('chargingRateUnit', RATE_UNIT),
  ),
  action(
    'GetConfiguration',
    'Reads the configuration; without keys, all of it.',
    optional('key', listOf(CONFIGURATION_KEY)),
  ),
  action(
    'GetDiagnostics',
    'Makes the charger upload its diagnostics to an address.',
    required('location', ADDRESS),
    optional('retries', WHOLE),
    optional('retryInterval', WHOLE),
    optional('startTime', MOMENT),
    optional('stopTime', MOMENT),
  ),
  action('GetLocalListVersion', 'Asks for the version of the list of tags that the charger keeps.'),
  action(
    'RemoteStartTransaction',
    'Starts charging with a tag.',
    required('idTag', ID_TAG),
    forStations('idTokenType', ID_TOKEN_TYPE),
    optional('connectorId', WHOLE),
    optional('chargingProfile', CHARGING_PROFILE),
  ),
  action('RemoteStopTransaction', 'Stops a transaction.', required('transactionId', WHOLE)),
  action(
    'ReserveNow',
    'Keeps a connector free for a tag.',
    required('connectorId', WHOLE),
    required('expiryDate', MOMENT),
    required('idTag', ID_TAG),
    forStations('idTokenType', ID_TOKEN_TYPE),
    optional('parentIdTag', ID_TAG),
    required('reservationId', WHOLE),
  ),
  action('Reset', 'Restarts the charger: Soft after what runs has ended, Hard at once.', required('type', oneOf('Hard', 'Soft'))),
  action(
    'SendLocalList',
    'Gives the charger tags that it may accept without asking.',
    required('listVersion', WHOLE),
    optional('localAuthorizationList', listOf(LISTED_TAG)),
    required('updateType', oneOf('Differential', 'Full')),
  ),
  action(
    'SetChargingProfile',
    'Limits power or current over time.',
    required('connectorId', WHOLE),
    required('csChargingProfiles', CHARGING_PROFILE),
  ),
  action(
    'TriggerMessage',
    'Makes the charger send a message now.',
    required(
      'requestedMessage',
      oneOf(
        'BootNotification', 'DiagnosticsStatusNotification', 'FirmwareStatusNotification', 'Heartbeat', 'MeterValues',
        'StatusNotification',
      ),
    ),
    optional('connectorId', WHOLE),
  ),
  action('UnlockConnector', 'Unlocks the cable of a connector.', required('connectorId', WHOLE)),
  action(
    'UpdateFirmware',
    'Makes the charger load and install firmware.',
    required('location', ADDRESS),
    optional('retries', WHOLE),
    required('retrieveDate', MOMENT),
    optional('retryInterval', WHOLE),
  ),
];

/** Those that only OCPP 2.0.1 has. Their payloads are written as JSON. */
export const STATION_ACTIONS = [
  'CertificateSigned', 'ClearDisplayMessage', 'ClearVariableMonitoring', 'CostUpdated', 'CustomerInformation',
  'DeleteCertificate', 'GetBaseReport', 'GetChargingProfiles', 'GetDisplayMessages', 'GetInstalledCertificateIds',
  'GetLog', 'GetMonitoringReport', 'GetReport', 'GetTransactionStatus', 'GetVariables', 'InstallCertificate',
  'PublishFirmware', 'RequestStartTransaction', 'RequestStopTransaction', 'SetDisplayMessage', 'SetMonitoringBase',
  'SetMonitoringLevel', 'SetNetworkProfile', 'SetVariableMonitoring', 'SetVariables', 'UnpublishFirmware',
];

/** @type {Map<string, Action>} */
const BY_NAME = new Map(ACTIONS.map((one) => [one.name, one]));

/**
 * The action of that name; one without a description has no members.
 *
 * @param {string} name
 * @returns {Action | undefined}
 */
export function actionOf(name) {
  return BY_NAME.get(name);
}

/**
 * @param {string} name
 * @param {string} about
 * @param {Member[]} members
 * @returns {Action}
 */
function action(name, about, ...members) {
  return { name, about, members };
}

/**
 * @param {number} longest
 * @param {number} longestForStations
 * @returns {Shape}
 */
function text(longest, longestForStations, mayBeEmpty = false) {
  return { kind: 'text', longest, longestForStations, mayBeEmpty };
}

/**
 * @param {string[]} words
 * @returns {Shape}
 */
function oneOf(...words) {
  return { kind: 'choice', words };
}

/**
 * @param {Shape} of
 * @returns {Shape}
 */
function listOf(of) {
  return { kind: 'list', of };
}

/**
 * @param {Member[]} members
 * @returns {Shape}
 */
function object(...members) {
  return { kind: 'object', members };
}

/**
 * @param {string} name
 * @param {Shape} shape
 * @returns {Member}
 */
function required(name, shape) {
  return { name, shape, isRequired: true, isForStations: false };
}

/**
 * @param {string} name
 * @param {Shape} shape
 * @returns {Member}
 */
function optional(name, shape) {
  return { name, shape, isRequired: false, isForStations: false };
}

/**
 * One that only chargers of OCPP 2.0.1 take.
 *
 * @param {string} name
 * @param {Shape} shape
 * @returns {Member}
 */
function forStations(name, shape) {
  return { name, shape, isRequired: false, isForStations: true };
}
