/** @typedef {import('../api/client.js').Mode} Mode */

/**
 * The address of a page.
 *
 * @param {Mode} mode
 * @param {string} page
 * @param {string | number} [id]
 * @param {Record<string, string | number | undefined>} [query] empty values are left out
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
 * An encoded part of a path. Apostrophes are encoded too, because the return address of a sign-in may not contain them.
 *
 * @param {string} text
 */
export function segment(text) {
  return encodeURIComponent(text).replaceAll("'", '%27');
}

/**
 * Goes to a page of the portal without reloading it. The way back leads to where this one is scrolled to.
 *
 * @param {string} href
 */
export function go(href) {
  history.replaceState({ scrolled: window.scrollY }, '');
  history.pushState(null, '', href);
  window.dispatchEvent(new PopStateEvent('popstate'));
}

/**
 * The value of a query parameter; empty if it is missing.
 *
 * @param {string} query
 * @param {string} name
 */
export function queryValue(query, name) {
  return new URLSearchParams(query).get(name) ?? '';
}

/**
 * Some parameters of a query, without empty ones.
 *
 * @param {string} query
 * @param {string[]} names
 */
export function queryValues(query, names) {
  return Object.fromEntries(names.map((name) => [name, queryValue(query, name)]).filter(([, value]) => value !== ''));
}

/**
 * A time as a date field shows it: local, without a zone. Empty if it is invalid.
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
 * The time in such a field; empty if the field is empty.
 *
 * @param {string} local
 * @param {string} [former] the time that the field showed at first. It stays if the field still shows it, because in one
 *     night a year each local time of an hour is two times
 */
export function moment(local, former = '') {
  const at = new Date(local).getTime();
  if (Number.isNaN(at)) {
    return '';
  }
  return at === Date.parse(localMoment(former)) ? former : new Date(at).toISOString();
}
