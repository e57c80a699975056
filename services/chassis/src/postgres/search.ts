/**
 * The pattern that finds `text` anywhere, with `%` and `_` taken literally, also in the other forms (full-width, small) that
 * `search_text` makes plain ones of. Compare it as
 * `extensions.search_text(column) like extensions.search_text($1)`, which leaves case and accents aside.
 */
export function searchPattern(text: string): string {
  return `%${text.normalize('NFKC').replaceAll(/[\\%_]/g, '\\$&')}%`;
}
