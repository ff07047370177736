const BYTES = 32;

/** A new secret as Standard Webhooks writes them. Made here, so that the webhook never is without one. */
export function newSecret() {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}

/**
 * What a receiver's settings take.
 *
 * @param {string} url
 * @param {string} secret
 */
export function settings(url, secret) {
  return `Endpoint  ${url}\nSecret    ${secret}`;
}
