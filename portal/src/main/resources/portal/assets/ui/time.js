import { html } from 'lit';

const WHOLE = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/**
 * A moment in local time, with UTC for whoever points at it.
 *
 * @param {string | null | undefined} moment
 * @param {string} [never] what stands there if there is none
 */
export function time(moment, never = 'Never') {
  return moment ? html`<time datetime=${moment} title="${moment} (UTC)">${WHOLE.format(new Date(moment))}</time>` : never;
}
