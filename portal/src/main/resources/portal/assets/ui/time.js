import { html } from 'lit';

const WHOLE = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/**
 * A time in the local zone, with UTC as a tooltip.
 *
 * @param {string | null | undefined} moment
 * @param {string} [never] the text if there is no time
 */
export function time(moment, never = 'Never') {
  return moment ? html`<time datetime=${moment} title="${moment} (UTC)">${WHOLE.format(new Date(moment))}</time>` : never;
}
