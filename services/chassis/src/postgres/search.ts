/**
 * The pattern that finds `text` anywhere, with `%` and `_` taken literally, also in the other forms (full-width, small) that
 * `search_text` makes plain ones of. Compare it as
 * `extensions.search_text(column) like extensions.search_text($1)`, which leaves case and accents aside.
 */
export function searchPattern(text: string): string {
  return `%${text.normalize('NFKC').replaceAll(/[\\%_]/g, '\\$&')}%`;
}

/**
 * Condition that one of the texts in an array column is the given one, compared as a search does. Give the text as it is, in
 * NFKC.
 */
export function containsText(column: string, text: string): string {
  return `extensions.search_text(${text}) = any (array(
            select extensions.search_text(listed.text) from unnest(${column}) as listed (text)))`;
}

/** What texts have in common that a search takes for one. */
export function searchKey(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
