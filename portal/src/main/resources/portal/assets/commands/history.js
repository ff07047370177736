import { html, nothing } from 'lit';
import { address } from '../ui/address.js';
import { table } from '../ui/table.js';
import { time } from '../ui/time.js';
import { outcomeOf } from './words.js';

/**
 * All commands to a charger in the last 30 days, newest first.
 *
 * @param {import('../api/client.js').Mode} mode
 * @param {{commands: any[], nextCursor?: string}} history
 * @param {(() => void) | undefined} more shows older commands
 */
export function commandHistory(mode, history, more) {
  return html`
    <section aria-labelledby="history-heading">
      <h2 id="history-heading">Commands of the last 30 days</h2>
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
            (id === null ? nothing : html`<a href=${address(mode, 'transactions', id)}>${id}</a>`)],
        ],
      })}
      ${history.nextCursor && more ? html`<button type="button" @click=${more}>Older commands</button>` : nothing}
      ${history.nextCursor && !more ? html`<p class="quiet">The older ones are available from the API.</p>` : nothing}
    </section>
  `;
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
