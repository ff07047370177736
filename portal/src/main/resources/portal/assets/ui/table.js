import { html, nothing } from 'lit';
import { repeat } from 'lit-html/directives/repeat.js';
import { queryValue } from './address.js';
import { text } from './text.js';

/**
 * A column: its heading, and the content of its cell for a row.
 *
 * @template T
 * @typedef {[heading: string, cell: (row: T) => unknown]} Column
 */

/**
 * A table, or a note if it has no rows. On narrow screens it scrolls sideways, also by keyboard.
 *
 * @template T
 * @param {object} table
 * @param {string} table.label for screen readers
 * @param {T[]} table.rows
 * @param {Column<T>[]} table.columns
 * @param {unknown} [table.empty] the note
 * @param {boolean} [table.hasRowHeadings] whether the first column holds the headings of the rows
 * @param {string} [table.test] the rows' name for tests
 * @param {(row: T, i: number) => unknown} [table.key] keeps the elements of a row, and so the focus and what is open,
 *     when rows come before it
 * @param {(row: T) => unknown} [table.below] what the line below a row shows; there is no such line without content
 */
export function table({ label, rows, columns, empty, hasRowHeadings, test, key = (_row, i) => i, below = () => nothing }) {
  if (rows.length === 0) {
    return html`<p class="note">${empty}</p>`;
  }
  const line = (/** @type {T} */ row) => {
    const more = below(row);
    const cells = columns.map(([, cell], i) =>
      (hasRowHeadings && i === 0 ? html`<th scope="row">${text(cell(row))}</th>` : html`<td>${text(cell(row))}</td>`));
    return html`
      <tr data-test=${test ?? nothing}>${cells}</tr>
      ${more === nothing ? nothing : html`<tr><td colspan=${columns.length}>${more}</td></tr>`}
    `;
  };
  return html`
    <div class="scroll" tabindex="0" role="region" aria-label=${label}>
      <table>
        <thead><tr>${columns.map(([heading]) => html`<th scope="col">${heading}</th>`)}</tr></thead>
        <tbody>${repeat(rows, key, line)}</tbody>
      </table>
    </div>
  `;
}

/**
 * Links to the first and the next part of a list. The cursor of the part on screen is in the address.
 *
 * @param {string} label
 * @param {string} query
 * @param {string | undefined} nextCursor
 * @param {(cursor: string) => string} at the address of the part at a cursor; an empty cursor is the first part
 * @param {string} [first]
 * @param {string} [next]
 * @param {string} [name] the query parameter with the cursor
 */
export function cursorLinks(label, query, nextCursor, at, first = 'Newest', next = 'Older', name = 'cursor') {
  const isFirst = !queryValue(query, name);
  if (isFirst && !nextCursor) {
    return nothing;
  }
  return html`
    <nav class="actions parts" aria-label=${label}>
      ${isFirst ? nothing : html`<a class="button" href=${at('')}>${first}</a>`}
      ${nextCursor ? html`<a class="button" href=${at(nextCursor)}>${next}</a>` : nothing}
    </nav>
  `;
}
