/** Characters of a snippet, and those of it before what was found. */
const LENGTH = 160;
const BEFORE = 40;
/** Characters of a text in which what is only nearly the same is looked for. */
const FOLDED_MAX = 4_000;

/**
 * A piece of the first text that holds what is looked for, around it, on one line; of the first text that there is when none does, as
 * the match may be in the title. Empty without a text.
 */
export function snippetOf(query: string, texts: readonly (string | null | undefined)[]): string {
  const given = texts.filter((text): text is string => typeof text === 'string' && text.trim() !== '');
  for (const text of given) {
    const at = positionIn(text, query);
    if (at >= 0) return cut(text, at);
  }
  return cut(given[0] ?? '', 0);
}

function positionIn(text: string, query: string): number {
  const at = text.toLowerCase().indexOf(query.toLowerCase());
  if (at >= 0) return at;
  // Where each character of the folded text stood before: some become two, and accents none.
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
  // A character outside the basic plane is two units; half of one is dropped.
  const piece = text.slice(from, from + LENGTH).replaceAll(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');
  const line = piece.replaceAll(/\s+/g, ' ').trim();
  return `${from > 0 ? '…' : ''}${line}${from + LENGTH < text.length ? '…' : ''}`;
}
