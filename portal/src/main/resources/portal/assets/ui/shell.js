/** Quotes a word for a shell: within single quotes only the single quote is special. @param {string} word */
export function quoted(word) {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
