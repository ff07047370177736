import { html, nothing } from 'lit';
import { call } from '../api/client.js';
import { address, segment } from '../ui/address.js';
import { Page } from '../ui/page.js';
import { table } from '../ui/table.js';
import { time } from '../ui/time.js';
import { outcomeOf } from './words.js';

const FIRST = 10;
const MOST = 200;

/**
 * A charger's newest commands.
 *
 * @param {import('../api/client.js').Mode} mode
 * @param {string} chargeBoxId
 */
export function newest(mode, chargeBoxId, limit = FIRST) {
  return call(mode, 'GET', `/chargers/${segment(chargeBoxId)}/commands?limit=${limit}`);
}

/** All commands to a charger in the last 30 days, newest first. The charger's page reads them first. */
class CommandHistory extends Page {
  static properties = { chargeBoxId: { type: String }, limit: { state: true } };

  constructor() {
    super();
    this.chargeBoxId = '';
    this.limit = FIRST;
    this.begun = false;
  }

  async load() {
    if (!this.begun) {
      this.begun = true;
      return this.read;
    }
    return newest(this.mode, this.chargeBoxId, this.limit);
  }

  /** A remote start then shows its transaction. */
  isAffectedBy(/** @type {any} */ event) {
    return event.event === 'transaction.started' && event.data.chargeBoxId === this.chargeBoxId;
  }

  showsList(/** @type {string} */ list) {
    return list === 'commands';
  }

  above() {
    return html`<h2 id="history-heading">Commands of the last 30 days</h2>`;
  }

  content(/** @type {import('../ui/page.js').Read<CommandHistory>} */ history) {
    const isShort = this.limit < MOST;
    return html`
      ${table({
        label: 'Commands of the charger',
        empty: 'There is no command yet. Send one above.',
        rows: history.commands,
        key: (command) => command.id,
        test: 'past-command',
        columns: [
          ['Action', (command) => command.action],
          ['Status', badge],
          ['Created', (command) => time(command.createdAt)],
          ['Answer', answer],
          ['Transaction', ({ transactionId: id }) =>
            (id === null ? nothing : html`<a href=${address(this.mode, 'transactions', String(id))}>${id}</a>`)],
        ],
      })}
      ${history.nextCursor && isShort ? html`<button type="button" @click=${this.#more}>Older commands</button>` : nothing}
      ${history.nextCursor && !isShort ? html`<p class="quiet">The older ones are available from the API.</p>` : nothing}
    `;
  }

  #more() {
    // The pressed button is removed, so the table gets the focus.
    /** @type {HTMLElement | null} */ (this.querySelector('.scroll'))?.focus();
    this.limit = MOST;
    this.reload();
  }
}

/** @param {any} command */
function badge(command) {
  const { colour, words } = outcomeOf(command);
  return html`<span class="badge ${colour}" title=${words}>${command.status}</span>`;
}

/** @param {any} command */
function answer(command) {
  if (command.error) {
    return html`<code>${command.error.code}</code> <bdi>${command.error.message}</bdi>`;
  }
  const said = command.response;
  if (said === null || said === undefined) {
    return html`<span class="quiet">none</span>`;
  }
  const text = JSON.stringify(said);
  return text.length <= 60
    ? html`<code>${text}</code>`
    : html`<details><summary>${text.length} characters</summary><pre>${JSON.stringify(said, null, 2)}</pre></details>`;
}

customElements.define('command-history', CommandHistory);
