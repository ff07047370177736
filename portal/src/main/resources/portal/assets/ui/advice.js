const REPORT = 'If it happens again, tell the operator of the platform what you did and when.';

/** Hints after a problem, by its kind. Problems whose text contains the hint are not listed. */
const ADVICE = new Map(Object.entries({
  'charger-limit-reached': 'Delete a charger that is no longer needed, or ask the operator of the platform for a higher tier.',
  'charger-not-connected': 'Its page shows under Connection whether it tries to connect, and why it is refused.',
  'content-too-large': 'Send less at once.',
  'idempotency-key-reused': 'Reload this page and try again.',
  'internal-error': `Try again. ${REPORT}`,
  'limit-reached': 'Remove one that is no longer needed, then try again.',
  'operator-required': 'If you became an operator recently, sign out and in again.',
  'origin-not-allowed': 'Open the portal in a new tab, at the address that you were given for it.',
  'tier-required': 'The page Organisation shows your tier; the operator of the platform can change it.',
  unavailable: 'Try again in a moment.',
}));

/**
 * What a user can do about a problem; empty if there is no hint.
 *
 * @param {{status: number, kind: string, retryAfter: number}} refusal
 * @param {number} [pause] seconds until the page tries again by itself; without it, the user has to
 */
export function advice(refusal, pause) {
  if (pause !== undefined) {
    const itself = `This page tries again by itself in ${wait(pause)}.`;
    return refusal.kind === 'internal-error' ? `${itself} ${REPORT}` : itself;
  }
  if (refusal.retryAfter > 0) {
    return `Try again in ${wait(refusal.retryAfter)}.`;
  }
  // Responses of an ingress in front of the API have no kind.
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
