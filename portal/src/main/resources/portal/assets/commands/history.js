import { html, nothing } from 'lit';
import { address } from '../ui/address.js';
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
      ${history.commands.length === 0
        ? html`<p class="note">There is no command yet. Send one above.</p>`
        : html`
          <div class="scroll" tabindex="0" role="region" aria-label="Commands of the charger" data-test="commands">
            <table>
              <thead>
                <tr>
                  <th scope="col">Action</th><th scope="col">Status</th><th scope="col">Made</th>
                  <th scope="col">Answer</th><th scope="col">Transaction</th>
                </tr>
              </thead>
              <tbody>${history.commands.map((command) => row(mode, command))}</tbody>
            </table>
          </div>
        `}
      ${history.nextCursor && more ? html`<button type="button" @click=${more}>Older commands</button>` : nothing}
      ${history.nextCursor && !more ? html`<p class="quiet">The older ones are available from the API.</p>` : nothing}
    </section>
  `;
}

/**
 * @param {import('../api/client.js').Mode} mode
 * @param {any} command
 */
function row(mode, command) {
  const { colour, words } = outcomeOf(command);
  return html`
    <tr data-test="past-command">
      <td>${command.action}</td>
      <td><span class="badge ${colour}" title=${words}>${command.status}</span></td>
      <td>${time(command.createdAt)}</td>
      <td>${answer(command)}</td>
      <td>
        ${command.transactionId === null
          ? nothing
          : html`<a href=${address(mode, 'transactions', command.transactionId)}>${command.transactionId}</a>`}
      </td>
    </tr>
  `;
}

/** @param {any} command */
function answer(command) {
  if (command.error) {
    return html`<code>${command.error.code}</code> ${command.error.message}`;
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
