/** @typedef {import('../api/client.js').Mode} Mode */

/**
 * The address of a page.
 *
 * @param {Mode} mode
 * @param {string} page
 * @param {string | number} [id]
 * @param {Record<string, string | number | undefined>} [query] what is empty is left out
 */
export function address(mode, page, id, query = {}) {
  const wanted = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') {
      wanted.set(name, String(value));
    }
  }
  const rest = id === undefined ? '' : `/${segment(String(id))}`;
  return `/portal/${mode}/${page}${rest}${wanted.size ? `?${wanted}` : ''}`;
}

/**
 * A part of a path. An apostrophe is encoded as well: the way back from a sign-in takes none.
 *
 * @param {string} text
 */
export function segment(text) {
  return encodeURIComponent(text).replaceAll("'", '%27');
}

/**
 * Goes to a page of the portal without loading it anew.
 *
 * @param {string} href
 */
export function go(href) {
  history.pushState(null, '', href);
  window.dispatchEvent(new PopStateEvent('popstate'));
}

/**
 * What the address says of a field; empty if nothing.
 *
 * @param {string} query
 * @param {string} name
 */
export function asked(query, name) {
  return new URLSearchParams(query).get(name) ?? '';
}

/**
 * A moment as a field for date and time has it: local, without a zone. Empty if it is none.
 *
 * @param {string | undefined} moment
 */
export function localMoment(moment) {
  const at = new Date(moment ?? '');
  if (Number.isNaN(at.getTime())) {
    return '';
  }
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

/**
 * The moment that such a field means; empty if it is empty.
 *
 * @param {string} local
 */
export function moment(local) {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? '' : at.toISOString();
}
