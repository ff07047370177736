/** What became of a delivery, in words. @type {Map<string, string>} */
export const OUTCOMES = new Map(Object.entries({
  delivered: 'Your endpoint took it.',
  rejected: 'Your endpoint answered, but not with a status from 200 to 299.',
  timed_out: 'Your endpoint did not answer wholly within 5 seconds. Answer first, work afterwards.',
  connect_failed: 'No connection came about; nothing was sent. Look at name, port, certificate and firewall.',
  disconnected: 'The connection broke after the request went out. It may have arrived.',
  blocked: 'The address is not allowed: it leads to a private or special network.',
  shed: 'It was not sent, because your endpoint answers slower than its events come.',
  unknown: 'The platform was interrupted while it sent this. It may have arrived.',
}));

/**
 * @param {import('plugstream-api').Schemas['Delivery']} delivery
 * @returns {{name: string, colour: string, words: string}}
 */
export function outcomeOf(delivery) {
  if (delivery.outcome === null) {
    return { name: 'under way', colour: '', words: 'It is being sent.' };
  }
  const colour = delivery.outcome === 'delivered' ? 'good' : 'bad';
  return { name: delivery.outcome, colour, words: OUTCOMES.get(delivery.outcome) ?? '' };
}
