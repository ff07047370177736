import {
  ADDRESS, DECIMAL, FLAG, MOMENT, WHOLE, action, lines, listOf, object, oneOf, optional, required, text,
} from './shapes.js';

/**
 * What only chargers of OCPP 2.0.1 can be asked for, or take in the words of OCPP 2.0.1 as well. It says what
 * `StationPayloads` of api-service checks, in the same order and words, so that the two can be read side by side. What
 * vendors add (`customData`) has no fields; it can be written into the JSON.
 *
 * @typedef {import('./shapes.js').Action} Action
 */

const EVSE = object(required('id', WHOLE), optional('connectorId', WHOLE));
const COMPONENT = object(required('name', text(50)), optional('instance', text(50)), optional('evse', EVSE));
const VARIABLE = object(required('name', text(50)), optional('instance', text(50)));
const ATTRIBUTE = oneOf('Actual', 'MaxSet', 'MinSet', 'Target');
const COMPONENT_VARIABLES = listOf(object(required('component', COMPONENT), optional('variable', VARIABLE)));

const ID_TOKEN = object(
  required('idToken', text(36)),
  required(
    'type',
    oneOf('Central', 'eMAID', 'ISO14443', 'ISO15693', 'KeyCode', 'Local', 'MacAddress', 'NoAuthorization'),
  ),
  optional(
    'additionalInfo',
    listOf(object(required('additionalIdToken', text(36)), required('type', text(50)))),
  ),
);

const CERTIFICATE_HASHES = object(
  required('hashAlgorithm', oneOf('SHA256', 'SHA384', 'SHA512')),
  required('issuerNameHash', text(128)),
  required('issuerKeyHash', text(128)),
  required('serialNumber', text(40)),
);

const ROOT_CERTIFICATE = oneOf(
  'CSMSRootCertificate', 'ManufacturerRootCertificate', 'MORootCertificate', 'V2GRootCertificate',
);
const INSTALLED_CERTIFICATE = oneOf(
  'CSMSRootCertificate', 'ManufacturerRootCertificate', 'MORootCertificate', 'V2GCertificateChain', 'V2GRootCertificate',
);

const MESSAGE_CONTENT = object(
  required('format', oneOf('ASCII', 'HTML', 'URI', 'UTF8')),
  optional('language', text(8)),
  required('content', text(512)),
);
const PRIORITY = oneOf('AlwaysFront', 'InFront', 'NormalCycle');
const DISPLAY_STATE = oneOf('Charging', 'Faulted', 'Idle', 'Unavailable');

const DISPLAY_MESSAGE = object(
  required('id', WHOLE),
  required('priority', PRIORITY),
  optional('state', DISPLAY_STATE),
  optional('startDateTime', MOMENT),
  optional('endDateTime', MOMENT),
  optional('transactionId', WHOLE),
  optional('display', COMPONENT),
  required('message', MESSAGE_CONTENT),
);

const RATE_UNIT = oneOf('A', 'W');
const PURPOSE = oneOf(
  'ChargingStationExternalConstraints', 'ChargingStationMaxProfile', 'TxDefaultProfile', 'TxProfile',
);

const COST = object(
  required('costKind', oneOf('CarbonDioxideEmission', 'RelativePricePercentage', 'RenewableGenerationPercentage')),
  required('amount', WHOLE),
  optional('amountMultiplier', WHOLE),
);

const TARIFF_ENTRY = object(
  required('relativeTimeInterval', object(required('start', WHOLE), optional('duration', WHOLE))),
  optional('ePriceLevel', WHOLE),
  optional('consumptionCost', listOf(object(required('startValue', DECIMAL), required('cost', listOf(COST))))),
);

const SALES_TARIFF = object(
  required('id', WHOLE),
  optional('salesTariffDescription', text(32)),
  optional('numEPriceLevels', WHOLE),
  required('salesTariffEntry', listOf(TARIFF_ENTRY)),
);

const CHARGING_SCHEDULE = object(
  required('id', WHOLE),
  optional('startSchedule', MOMENT),
  optional('duration', WHOLE),
  required('chargingRateUnit', RATE_UNIT),
  required(
    'chargingSchedulePeriod',
    listOf(object(
      required('startPeriod', WHOLE),
      required('limit', DECIMAL),
      optional('numberPhases', WHOLE),
      optional('phaseToUse', WHOLE),
    )),
  ),
  optional('minChargingRate', DECIMAL),
  optional('salesTariff', SALES_TARIFF),
);

const CHARGING_PROFILE = object(
  required('id', WHOLE),
  required('stackLevel', WHOLE),
  required('chargingProfilePurpose', PURPOSE),
  required('chargingProfileKind', oneOf('Absolute', 'Recurring', 'Relative')),
  optional('recurrencyKind', oneOf('Daily', 'Weekly')),
  optional('validFrom', MOMENT),
  optional('validTo', MOMENT),
  required('chargingSchedule', listOf(CHARGING_SCHEDULE)),
  optional('transactionId', WHOLE),
);

const LISTED_TOKEN = object(
  required('idToken', ID_TOKEN),
  optional(
    'idTokenInfo',
    object(
      required(
        'status',
        oneOf(
          'Accepted', 'Blocked', 'ConcurrentTx', 'Expired', 'Invalid', 'NoCredit', 'NotAllowedTypeEVSE',
          'NotAtThisLocation', 'NotAtThisTime', 'Unknown',
        ),
      ),
      optional('cacheExpiryDateTime', MOMENT),
      optional('chargingPriority', WHOLE),
      optional('language1', text(8)),
      optional('language2', text(8)),
      optional('evseId', listOf(WHOLE)),
      optional('groupIdToken', ID_TOKEN),
      optional('personalMessage', MESSAGE_CONTENT),
    ),
  ),
);

const NETWORK_PROFILE = object(
  required('ocppVersion', oneOf('OCPP12', 'OCPP15', 'OCPP16', 'OCPP20')),
  required('ocppTransport', oneOf('JSON', 'SOAP')),
  required('ocppCsmsUrl', text(512)),
  required('messageTimeout', WHOLE),
  required('securityProfile', WHOLE),
  required(
    'ocppInterface',
    oneOf('Wired0', 'Wired1', 'Wired2', 'Wired3', 'Wireless0', 'Wireless1', 'Wireless2', 'Wireless3'),
  ),
  optional(
    'apn',
    object(
      required('apn', text(512)),
      optional('apnUserName', text(20)),
      optional('apnPassword', text(20)),
      optional('simPin', WHOLE),
      optional('preferredNetwork', text(6)),
      optional('useOnlyPreferredNetwork', FLAG),
      required('apnAuthentication', oneOf('AUTO', 'CHAP', 'NONE', 'PAP')),
    ),
  ),
  optional(
    'vpn',
    object(
      required('server', text(512)),
      required('user', text(20)),
      optional('group', text(20)),
      required('password', text(20)),
      required('key', text(255)),
      required('type', oneOf('IKEv2', 'IPSec', 'L2TP', 'PPTP')),
    ),
  ),
);

const CONNECTOR_TYPE = oneOf(
  'cCCS1', 'cCCS2', 'cG105', 'cTesla', 'cType1', 'cType2', 's309-1P-16A', 's309-1P-32A', 's309-3P-16A', 's309-3P-32A',
  'sBS1361', 'sCEE-7-7', 'sType2', 'sType3', 'Other1PhMax16A', 'Other1PhOver16A', 'Other3Ph', 'Pan', 'wInductive',
  'wResonant', 'Undetermined', 'Unknown',
);

const FIRMWARE = object(
  required('location', ADDRESS),
  required('retrieveDateTime', MOMENT),
  optional('installDateTime', MOMENT),
  optional('signingCertificate', lines(5500)),
  optional('signature', text(800)),
);

/** The 26 actions that only OCPP 2.0.1 has. @type {Action[]} */
export const STATION_ACTIONS = [
  action(
    'CertificateSigned',
    'Gives the charger a certificate that it asked for.',
    required('certificateChain', lines(10_000)),
    optional('certificateType', oneOf('ChargingStationCertificate', 'V2GCertificate')),
  ),
  action('ClearDisplayMessage', 'Takes a message from the display.', required('id', WHOLE)),
  action('ClearVariableMonitoring', 'Takes monitors away.', required('id', listOf(WHOLE))),
  action(
    'CostUpdated',
    'Shows what a transaction costs so far.',
    required('totalCost', DECIMAL),
    required('transactionId', WHOLE),
  ),
  action(
    'CustomerInformation',
    'Asks what the charger knows of a customer, or makes it forget; it answers in a report.',
    required('report', FLAG),
    required('clear', FLAG),
    optional('customerIdentifier', text(64)),
    optional('idToken', ID_TOKEN),
    optional('customerCertificate', CERTIFICATE_HASHES),
  ),
  action('DeleteCertificate', 'Deletes a certificate.', required('certificateHashData', CERTIFICATE_HASHES)),
  action(
    'GetBaseReport',
    'Asks for the variables of the charger; it answers in a report.',
    required('reportBase', oneOf('ConfigurationInventory', 'FullInventory', 'SummaryInventory')),
  ),
  action(
    'GetChargingProfiles',
    'Asks for installed charging profiles; it answers in a report.',
    optional('evseId', WHOLE),
    required(
      'chargingProfile',
      object(
        optional('chargingProfilePurpose', PURPOSE),
        optional('stackLevel', WHOLE),
        optional('chargingProfileId', listOf(WHOLE)),
        optional('chargingLimitSource', listOf(oneOf('CSO', 'EMS', 'Other', 'SO'))),
      ),
    ),
  ),
  action(
    'GetDisplayMessages',
    'Asks for the messages of the display; it answers in a report.',
    optional('id', listOf(WHOLE)),
    optional('priority', PRIORITY),
    optional('state', DISPLAY_STATE),
  ),
  action(
    'GetInstalledCertificateIds',
    'Asks which certificates are installed.',
    optional('certificateType', listOf(INSTALLED_CERTIFICATE)),
  ),
  action(
    'GetLog',
    'Makes the charger upload a log to an address; its steps are a report.',
    required('logType', oneOf('DiagnosticsLog', 'SecurityLog')),
    required(
      'log',
      object(required('remoteLocation', ADDRESS), optional('oldestTimestamp', MOMENT), optional('latestTimestamp', MOMENT)),
    ),
    optional('retries', WHOLE),
    optional('retryInterval', WHOLE),
  ),
  action(
    'GetMonitoringReport',
    'Asks for the monitors; it answers in a report.',
    optional('componentVariable', COMPONENT_VARIABLES),
    optional(
      'monitoringCriteria',
      listOf(oneOf('DeltaMonitoring', 'PeriodicMonitoring', 'ThresholdMonitoring')),
    ),
  ),
  action(
    'GetReport',
    'Asks for some variables; it answers in a report.',
    optional('componentVariable', COMPONENT_VARIABLES),
    optional('componentCriteria', listOf(oneOf('Active', 'Available', 'Enabled', 'Problem'))),
  ),
  action(
    'GetTransactionStatus',
    'Asks whether a transaction runs, and whether all of it was told.',
    optional('transactionId', WHOLE),
  ),
  action(
    'GetVariables',
    'Reads variables.',
    required(
      'getVariableData',
      listOf(object(optional('attributeType', ATTRIBUTE), required('component', COMPONENT), required('variable', VARIABLE))),
    ),
  ),
  action(
    'InstallCertificate',
    'Makes the charger trust a certificate.',
    required('certificateType', ROOT_CERTIFICATE),
    required('certificate', lines(5500)),
  ),
  action(
    'PublishFirmware',
    'Makes a local controller load firmware for its chargers.',
    required('location', ADDRESS),
    required('checksum', text(32)),
    optional('retries', WHOLE),
    optional('retryInterval', WHOLE),
  ),
  action(
    'RequestStartTransaction',
    'Starts charging with a token.',
    required('idToken', ID_TOKEN),
    optional('evseId', WHOLE),
    optional('groupIdToken', ID_TOKEN),
    optional('chargingProfile', CHARGING_PROFILE),
  ),
  action('RequestStopTransaction', 'Stops a transaction.', required('transactionId', WHOLE)),
  action('SetDisplayMessage', 'Shows a message on the display.', required('message', DISPLAY_MESSAGE)),
  action(
    'SetMonitoringBase',
    'Brings the monitors back that the charger came with.',
    required('monitoringBase', oneOf('All', 'FactoryDefault', 'HardWiredOnly')),
  ),
  action(
    'SetMonitoringLevel',
    'Says how severe something must be to be told: 0 is the most severe, 9 the least.',
    required('severity', WHOLE),
  ),
  action(
    'SetNetworkProfile',
    'Gives the charger another way to connect.',
    required('configurationSlot', WHOLE),
    required('connectionData', NETWORK_PROFILE),
  ),
  action(
    'SetVariableMonitoring',
    'Sets monitors of variables.',
    required(
      'setMonitoringData',
      listOf(object(
        optional('id', WHOLE),
        optional('transaction', FLAG),
        required('value', DECIMAL),
        required('type', oneOf('Delta', 'LowerThreshold', 'Periodic', 'PeriodicClockAligned', 'UpperThreshold')),
        required('severity', WHOLE),
        required('component', COMPONENT),
        required('variable', VARIABLE),
      )),
    ),
  ),
  action(
    'SetVariables',
    'Writes variables.',
    required(
      'setVariableData',
      listOf(object(
        optional('attributeType', ATTRIBUTE),
        required('attributeValue', text(1000, 1000, true)),
        required('component', COMPONENT),
        required('variable', VARIABLE),
      )),
    ),
  ),
  action('UnpublishFirmware', 'Takes published firmware back.', required('checksum', text(32))),
];

/** Those that OCPP 1.6 has, too, in the words of OCPP 2.0.1. @type {Action[]} */
export const SHARED_ACTIONS = [
  action(
    'ChangeAvailability',
    'Takes the charger, an EVSE or a connector out of service, or puts it back.',
    required('operationalStatus', oneOf('Inoperative', 'Operative')),
    optional('evse', EVSE),
  ),
  action(
    'ClearChargingProfile',
    'Takes charging profiles away: the one of that id, or all that fit.',
    optional('chargingProfileId', WHOLE),
    optional(
      'chargingProfileCriteria',
      object(optional('evseId', WHOLE), optional('chargingProfilePurpose', PURPOSE), optional('stackLevel', WHOLE)),
    ),
  ),
  action(
    'GetCompositeSchedule',
    'Asks which limits hold for an EVSE in the next seconds.',
    required('evseId', WHOLE),
    required('duration', WHOLE),
    optional('chargingRateUnit', RATE_UNIT),
  ),
  action(
    'ReserveNow',
    'Keeps an EVSE free for a token.',
    required('id', WHOLE),
    required('expiryDateTime', MOMENT),
    required('idToken', ID_TOKEN),
    optional('evseId', WHOLE),
    optional('connectorType', CONNECTOR_TYPE),
    optional('groupIdToken', ID_TOKEN),
  ),
  action(
    'Reset',
    'Restarts the charger or an EVSE: OnIdle after what runs has ended, Immediate at once.',
    required('type', oneOf('Immediate', 'OnIdle')),
    optional('evseId', WHOLE),
  ),
  action(
    'SendLocalList',
    'Gives the charger tokens that it may accept without asking.',
    required('versionNumber', WHOLE),
    required('updateType', oneOf('Differential', 'Full')),
    optional('localAuthorizationList', listOf(LISTED_TOKEN)),
  ),
  action(
    'SetChargingProfile',
    'Limits power or current over time.',
    required('evseId', WHOLE),
    required('chargingProfile', CHARGING_PROFILE),
  ),
  action(
    'TriggerMessage',
    'Makes the charger send a message now.',
    required(
      'requestedMessage',
      oneOf(
        'BootNotification', 'FirmwareStatusNotification', 'Heartbeat', 'LogStatusNotification', 'MeterValues',
        'PublishFirmwareStatusNotification', 'SignChargingStationCertificate', 'SignCombinedCertificate',
        'SignV2GCertificate', 'StatusNotification', 'TransactionEvent',
      ),
    ),
    optional('evse', EVSE),
  ),
  action(
    'UnlockConnector',
    'Unlocks the cable of a connector.',
    required('evseId', WHOLE),
    required('connectorId', WHOLE),
  ),
  action(
    'UpdateFirmware',
    'Makes the charger load and install firmware; its steps are a report.',
    required('firmware', FIRMWARE),
    optional('retries', WHOLE),
    optional('retryInterval', WHOLE),
  ),
];
