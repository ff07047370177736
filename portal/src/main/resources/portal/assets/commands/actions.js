import { ADDRESS, MOMENT, TENTHS, WHOLE, action, forStations, listOf, object, oneOf, optional, required, text } from './shapes.js';

/**
 * What chargers can be asked for, and which fields each action takes: the one description that forms are made from. It
 * says what `Payloads` of api-service checks, in the same order and words, so that the two can be read side by side.
 *
 * @typedef {import('./shapes.js').Action} Action
 */

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
