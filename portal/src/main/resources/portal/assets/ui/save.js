/**
 * Gives a file to the browser, which saves it where it saves all.
 *
 * @param {Blob} content
 * @param {string} name
 */
export function save(content, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser holds on to what it is saving.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
