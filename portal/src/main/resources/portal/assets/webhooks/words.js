/** Texts for the outcomes of deliveries. @type {Map<string, string>} */
export const OUTCOMES = new Map(Object.entries({
  delivered: 'Your endpoint took it.',
  rejected: 'Your endpoint answered with a status other than 200 to 299.',
  timed_out: 'There was no connection or no complete answer within 5 seconds. Answer first, process afterwards.',
  connect_failed: 'The connection failed; nothing was sent. Check name, port, certificate and firewall.',
  disconnected: 'The connection broke after the request was sent. It may have arrived.',
  blocked: 'The address is not allowed: it leads to a private or special network.',
  shed: 'It was not sent: your endpoint is slower than its events arrive, or failed for too long; or the webhook was changed'
    + ' before its turn, or the platform stopped.',
  unknown: 'The platform was interrupted during the delivery. It may have arrived.',
}));

/** The text for a delivery without an outcome. */
export const UNDER_WAY = 'It is being sent.';

/**
 * @param {import('plugstream-api').Schemas['Delivery']} delivery
 * @returns {{name: string, colour: string, words: string}}
 */
export function outcomeOf(delivery) {
  if (delivery.outcome === null) {
    return { name: 'under way', colour: '', words: UNDER_WAY };
  }
  return { name: delivery.outcome, colour: colourOf(delivery.outcome), words: OUTCOMES.get(delivery.outcome) ?? '' };
}

/** @param {string} outcome */
export function colourOf(outcome) {
  return outcome === 'delivered' ? 'good' : 'bad';
}

/**
 * How many of the newest deliveries failed, in words; empty for a single one, whose outcome says it.
 *
 * @param {import('plugstream-api').Schemas['DeliverySummary']['recent']} recent
 */
export function failuresOf({ ended, failed }) {
  if (ended < 2) {
    return '';
  }
  return failed === ended ? `All of the last ${ended} failed.` : `${failed || 'None'} of the last ${ended} failed.`;
}
