/**
 * Downloads a file.
 *
 * @param {Blob} content
 * @param {string} name
 */
export function save(content, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser may still be saving the file.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
