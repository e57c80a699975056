/** Length of a snippet, and of the part before the match. */
const LENGTH = 160;
const BEFORE = 40;
/** Characters of a text searched for near matches. */
const FOLDED_MAX = 4_000;

/**
 * The part of the first matching text around the match, on one line. Without a match it is the beginning of the first text, because the title may
 * have matched. Empty without a text.
 */
export function snippetOf(query: string, texts: readonly (string | null | undefined)[]): string {
  const present = texts.filter((text): text is string => typeof text === 'string' && text.trim() !== '');
  for (const text of present) {
    const at = positionIn(text, query);
    if (at >= 0) return cut(text, at);
  }
  return cut(present[0] ?? '', 0);
}

function positionIn(text: string, query: string): number {
  const at = text.toLowerCase().indexOf(query.toLowerCase());
  if (at >= 0) return at;
  // Original position of each character of the folded text: folding turns some characters into two, and removes accents.
  const places: number[] = [];
  let folded = '';
  let place = 0;
  for (const character of text.slice(0, FOLDED_MAX)) {
    const plain = fold(character);
    folded += plain;
    for (let count = 0; count < plain.length; count += 1) places.push(place);
    place += character.length;
  }
  const found = folded.indexOf(fold(query));
  return found < 0 ? -1 : (places[found] ?? -1);
}

function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

function cut(text: string, at: number): string {
  const from = Math.max(0, at - BEFORE);
  // Drops half of a surrogate pair at either end.
  const piece = text.slice(from, from + LENGTH).replaceAll(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');
  const line = piece.replaceAll(/\s+/g, ' ').trim();
  return `${from > 0 ? '…' : ''}${line}${from + LENGTH < text.length ? '…' : ''}`;
}
