/** A noncharacter, which no text holds. */
const IN_NO_TEXT = '\uFFFF';

/** White space, and accents without a letter: `search_text` leaves nothing of them to look for. */
const NOTHING_TO_FIND = /^[\s\p{Script=Inherited}]*$/u;

/**
 * The pattern that finds `text` anywhere, with `%` and `_` taken literally, including variants (full-width, small) that `search_text` normalizes. Use
 * it as `extensions.search_text(column) like extensions.search_text($1)`, which ignores case and accents. A text of accents alone finds nothing.
 */
export function searchPattern(text: string): string {
  const normalized = text.normalize('NFKC');
  if (NOTHING_TO_FIND.test(normalized)) return `%${IN_NO_TEXT}%`;
  return `%${normalized.replaceAll(/[\\%_]/g, '\\$&')}%`;
}

/** Condition that an array column contains a text, compared as a search does. Pass the text unchanged, in NFKC. */
export function containsText(column: string, text: string): string {
  return `extensions.search_text(${text}) = any (array(
            select extensions.search_text(listed.text) from unnest(${column}) as listed (text)))`;
}

/** The common key of texts that a search treats as equal. */
export function searchKey(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
