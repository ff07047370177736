/** What helps after a refusal, by its kind. Refusals that say so themselves are not here. */
const ADVICE = new Map(Object.entries({
  'charger-limit-reached': 'Delete a charger that is no longer needed, or ask the operator of the platform for a higher tier.',
  'charger-not-connected': 'Its page says under Connection whether it tries, and why it is not let in.',
  'content-too-large': 'Send less at once.',
  'idempotency-key-reused': 'Load this page anew and try again.',
  'internal-error': 'Try again. If it goes on, tell the operator of the platform what you did and when.',
  'limit-reached': 'Remove one that is no longer needed, then try again.',
  'operator-required': 'If you became an operator lately, sign out and in again.',
  'origin-not-allowed': 'Open the portal in a new tab, under the address that you were given for it.',
  'tier-required': 'The page Organisation shows your tier; the operator of the platform changes it.',
  unavailable: 'Try again in a moment.',
}));

/**
 * What a person can do about a refusal; empty if nothing is known.
 *
 * @param {{status: number, kind: string, retryAfter: number}} refusal
 */
export function advice(refusal) {
  if (refusal.retryAfter > 0) {
    return `Try again in ${wait(refusal.retryAfter)}.`;
  }
  // What stands before the API, such as an ingress, has no kinds.
  const kind = refusal.kind === '' && refusal.status >= 500 ? 'unavailable' : refusal.kind;
  return ADVICE.get(kind) ?? '';
}

/** @param {number} seconds */
function wait(seconds) {
  if (seconds < 120) {
    return `${seconds} s`;
  }
  return seconds < 7_200 ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / 3_600)} h`;
}
