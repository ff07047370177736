const BYTES = 32;

/** A new secret in the form of Standard Webhooks. It is created here, so that the webhook has one from the start. */
export function newSecret() {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}

/**
 * The settings of a receiver.
 *
 * @param {string} url
 * @param {string} secret
 */
export function settings(url, secret) {
  return `Endpoint  ${url}\nSecret    ${secret}`;
}
