/** The events that there are, and what each tells. @type {[string, string][]} */
export const EVENTS = [
  ['charger.connected', 'A charger connected.'],
  ['charger.disconnected', 'A charger disconnected.'],
  ['charger.boot', 'A charger started and told what it is.'],
  ['connector.status_changed', 'A connector does something else now.'],
  ['transaction.started', 'A charging session began.'],
  ['transaction.updated', 'Meter values of a session came.'],
  ['transaction.stopped', 'A charging session ended.'],
];
