/** What a command's status means. */
const STATUSES = new Map(Object.entries({
  queued: ['', 'It waits to be sent.'],
  sent: ['', 'It went out to the charger, which has not answered yet.'],
  accepted: ['good', 'The charger accepted it.'],
  rejected: ['bad', 'The charger refused it; its answer says how.'],
  failed: ['bad', 'It failed.'],
  timed_out: ['bad', 'Its time was over before the charger answered. The charger may have acted all the same.'],
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

/** Whether a transaction may still be found to be the command's. @param {any} command */
export function mayBeginTransaction(command) {
  return /^(RemoteStart|RequestStart)Transaction$/.test(command.action) && command.transactionId === null
    && !['rejected', 'failed'].includes(command.status);
}

/** Those that a charger of OCPP 2.0.1 answers in messages after its answer. */
const REPORTED = new Set([
  'CustomerInformation', 'GetBaseReport', 'GetChargingProfiles', 'GetDiagnostics', 'GetDisplayMessages', 'GetLog',
  'GetMonitoringReport', 'GetReport', 'UpdateFirmware',
]);

/**
 * Whether more comes after the charger's answer, and can be read as a report.
 *
 * @param {any} command
 * @param {boolean} isStation whether the charger speaks OCPP 2.0.1
 */
export function isReported(command, isStation) {
  return isStation && command.status === 'accepted'
    && (REPORTED.has(command.action)
      || (command.action === 'GetConfiguration' && command.response?.configurationKey?.length === 0));
}
