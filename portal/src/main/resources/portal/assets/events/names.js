/** All events, with their meanings. @type {[string, string][]} */
export const EVENTS = [
  ['charger.connected', 'A charger connected.'],
  ['charger.disconnected', 'A charger disconnected.'],
  ['charger.boot', 'A charger started and reported its model.'],
  ['connector.status_changed', 'The status of a connector changed.'],
  ['transaction.started', 'A charging session began.'],
  ['transaction.updated', 'Meter values of a session arrived.'],
  ['transaction.stopped', 'A charging session ended.'],
];

/** The names alone. */
export const EVENT_NAMES = EVENTS.map(([name]) => name);
