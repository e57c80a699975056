import type { Token } from './tokens.js';

/** English names of letters. */
const LETTER_NAMES: ReadonlyMap<string, string> = new Map(Object.entries({
  ay: 'a', bee: 'b', be: 'b', see: 'c', sea: 'c', cee: 'c', dee: 'd', ee: 'e', ef: 'f', eff: 'f', gee: 'g', aitch: 'h', eye: 'i', jay: 'j',
  kay: 'k', el: 'l', ell: 'l', em: 'm', en: 'n', oh: 'o', pee: 'p', pea: 'p', cue: 'q', queue: 'q', are: 'r', ar: 'r', ess: 's', tee: 't',
  tea: 't', you: 'u', vee: 'v', ex: 'x', why: 'y', wye: 'y', zee: 'z', zed: 'z',
})); // prettier-ignore
const REPEATS: ReadonlyMap<string, number> = new Map([['double', 2], ['triple', 3]]); // prettier-ignore
/** Filler words between spelled letters. */
const CAPITAL = 'capital';

/** Returns the end of spelled-out letters at a position in a text; null when they differ. */
export function endOfLetters(tokens: readonly Token[], start: number, letters: string): number | null {
  let at = start;
  for (let left = letters; left !== '';) {
    const said = letterAt(tokens, tokens[at]?.text === CAPITAL ? at + 1 : at);
    if (!said || !left.startsWith(said.letters)) return null;
    left = left.slice(said.letters.length);
    at = said.end;
  }
  return at;
}

/** Whether spelled-out letters can begin with a word. */
export function beginsLetters(text: string, letters: string): boolean {
  return text === CAPITAL || REPEATS.has(text) || letters.startsWith(nameOf(text) ?? ' ');
}

interface Letters {
  readonly letters: string;
  readonly end: number;
}

function letterAt(tokens: readonly Token[], at: number): Letters | null {
  const text = tokens[at]?.text ?? '';
  const next = tokens[at + 1]?.text ?? '';
  if (text === 'double' && (next === 'you' || next === 'u')) return { letters: 'w', end: at + 2 };
  const times = REPEATS.get(text);
  const letter = nameOf(times === undefined ? text : next);
  if (letter === undefined) return null;
  return { letters: letter.repeat(times ?? 1), end: at + (times === undefined ? 1 : 2) };
}

function nameOf(text: string): string | undefined {
  return /^\p{L}$/u.test(text) ? text : LETTER_NAMES.get(text);
}
