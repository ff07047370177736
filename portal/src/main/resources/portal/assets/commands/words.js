/** The meanings of a command's statuses. */
const STATUSES = new Map(Object.entries({
  queued: ['', 'It waits to be sent.'],
  sent: ['', 'It was sent to the charger, which has not answered yet.'],
  accepted: ['good', 'The charger accepted it.'],
  rejected: ['bad', 'The charger rejected it; see its answer.'],
  failed: ['bad', 'It failed.'],
  timed_out: ['bad', 'The charger did not answer in time. It may have executed the command nevertheless.'],
}));

/**
 * @param {any} command
 * @returns {{colour: string, words: string}}
 */
export function outcomeOf(command) {
  const [colour, words] = STATUSES.get(command.status) ?? ['', ''];
  return { colour, words };
}

/** @param {any} command */
export function hasEnded(command) {
  return command.status !== 'queued' && command.status !== 'sent';
}

/** Failures after which the charger may have executed the command nevertheless. */
const UNKNOWN = new Set(['ConnectionLost', 'UnreadableAnswer']);

/** Whether a transaction may still be linked to the command. @param {any} command */
export function mayBeginTransaction(command) {
  return /^(RemoteStart|RequestStart)Transaction$/.test(command.action) && command.transactionId === null
    && command.status !== 'rejected' && (command.status !== 'failed' || UNKNOWN.has(command.error?.code));
}

/** Actions for which a charger of OCPP 2.0.1 sends a report after its answer. */
const REPORTED = new Set([
  'CustomerInformation', 'GetBaseReport', 'GetChargingProfiles', 'GetDiagnostics', 'GetDisplayMessages', 'GetLog',
  'GetMonitoringReport', 'GetReport', 'UpdateFirmware',
]);

/**
 * Whether the charger sends a report after its answer.
 *
 * @param {any} command
 * @param {boolean} isStation whether the charger speaks OCPP 2.0.1
 */
export function isReported(command, isStation) {
  return isStation && command.status === 'accepted'
    && (REPORTED.has(command.action)
      || (command.action === 'GetConfiguration' && command.response?.configurationKey?.length === 0));
}
