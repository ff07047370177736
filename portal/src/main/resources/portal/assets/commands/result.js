import { html, nothing } from 'lit';
import { address } from '../ui/address.js';
import { counted } from '../ui/amount.js';
import { problem } from '../ui/page.js';
import { time } from '../ui/time.js';
import { hasEnded, isReported, outcomeOf } from './words.js';

/**
 * A command that was sent, with its result.
 *
 * @typedef {{key: string, command: any, failure?: unknown, report?: any}} Sent
 *
 * @param {import('../api/client.js').Mode} mode
 * @param {Sent} sent
 * @param {boolean} isStation whether the charger speaks OCPP 2.0.1
 * @param {(sent: Sent) => void} again reads the command again
 * @param {(sent: Sent) => void} report reads the charger's report
 */
export function result(mode, sent, isStation, again, report) {
  const { command } = sent;
  const { colour, words } = outcomeOf(command);
  return html`
    <li data-test="command">
      <h3>${command.action} <span class="badge ${colour}" data-test="command-status">${command.status}</span></h3>
      <p>${words}</p>
      ${command.error ? html`<p><code>${command.error.code}</code> <bdi>${command.error.message}</bdi></p>` : nothing}
      ${command.transactionId === null
        ? nothing
        : html`<p>It started <a href=${address(mode, 'transactions', command.transactionId)}>transaction ${command.transactionId}</a>.</p>`}
      ${json('Answer', command.response)}
      ${json('Original answer of the charger', command.stationResponse)}
      ${sent.report ? reported(sent.report) : nothing}
      <p class="quiet">
        Created ${time(command.createdAt)}; ${command.sentAt ? html`sent ${time(command.sentAt)}` : 'not sent'};
        ${command.completedAt ? html`ended ${time(command.completedAt)}` : html`times out ${time(command.expiresAt)}`}.
        Command <code>${command.id}</code>, Idempotency-Key <code>${sent.key}</code>
      </p>
      ${sent.failure ? problem(sent.failure) : nothing}
      ${hasEnded(command) ? nothing : html`<button type="button" @click=${() => again(sent)}>Refresh</button>`}
      ${isReported(command, isStation) && !sent.report?.complete
        ? html`<button type="button" @click=${() => report(sent)}>Read the report</button>`
        : nothing}
    </li>
  `;
}

/** @param {any} report */
function reported(report) {
  const amount = report.items.length === 0 ? 'There are no entries yet.' : `${counted(report.items.length, 'entry', 'entries')}.`;
  const more = report.nextCursor ? ' More are available from the API.' : '';
  return html`
    ${json('Report', report.items.length > 0 ? report.items : null)}
    <p class="quiet" data-test="report">${amount}${more} ${report.complete ? 'The report is complete.' : 'More may follow.'}</p>
  `;
}

/**
 * @param {string} title
 * @param {unknown} value
 */
function json(title, value) {
  return value === null || value === undefined
    ? nothing
    : html`<p>${title}</p><pre tabindex="0">${JSON.stringify(value, null, 2)}</pre>`;
}
