import { html } from 'lit';

/**
 * A text that may be a stranger's: its spaces are kept, and its direction does not affect the text around it. Other
 * content is unchanged.
 *
 * @param {unknown} content
 */
export function text(content) {
  return typeof content === 'string' ? html`<bdi>${content}</bdi>` : content;
}
