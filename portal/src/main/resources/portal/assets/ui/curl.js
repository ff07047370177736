import { html, nothing } from 'lit';
import './copy-text.js';
import { quoted } from './shell.js';

/**
 * The calls with which a program reads what a page shows.
 *
 * @param {string[]} paths without `/api/v1`
 */
export function sameWithCurl(paths) {
  return paths.length === 0
    ? nothing
    : html`
        <details class="curl">
          <summary>The same with curl</summary>
          ${paths.map((path) => html`<p><copy-text name="the call" .text=${curl(path)}></copy-text></p>`)}
        </details>
      `;
}

/** @param {string} path */
function curl(path) {
  // Without -N, curl holds back the events of a stream.
  const unbuffered = path.startsWith('/events') ? '-N ' : '';
  return `curl ${unbuffered}-H "X-API-Key: $PLUGSTREAM_KEY" ${quoted(`${location.origin}/api/v1${path}`)}`;
}
