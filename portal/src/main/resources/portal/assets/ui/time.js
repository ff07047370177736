import { html } from 'lit';

const WHOLE = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** For places with little room. */
export const SHORT = new Intl.DateTimeFormat(undefined, { dateStyle: 'short', timeStyle: 'medium' });

/** The name of the local zone, such as `Europe/Berlin`. */
export const ZONE = WHOLE.resolvedOptions().timeZone;

/**
 * A time in the local zone, with UTC as a tooltip.
 *
 * @param {string | null | undefined} moment
 * @param {string} [never] the text if there is no time
 * @param {Intl.DateTimeFormat} [format]
 */
export function time(moment, never = 'Never', format = WHOLE) {
  return moment ? html`<time datetime=${moment} title="${moment} (UTC)">${format.format(new Date(moment))}</time>` : never;
}
