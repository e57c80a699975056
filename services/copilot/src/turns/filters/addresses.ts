/** Where an address may become a link: in text, as the target of `](…)`, as the target of a definition `]: …`, or in angle brackets. */
export type Place = 'text' | 'inline' | 'definition' | 'brackets';

/** An address in a piece of text, and where it begins. */
export interface Address {
  readonly at: number;
  /** Verbatim; in a target up to its end, in text without trailing punctuation. */
  readonly link: string;
}

/** The beginning of an address in text, including email addresses, as any Markdown reader detects it. */
const BEGINNING =
  /www\.|(?:[a-z][a-z0-9+.-]{0,30}:|(?<![\w/\\]))[/\\]{2}|(?:https?|ftp|file|blob|data|javascript|vbscript|mailto|tel|sms):|[\p{L}\p{N}._+-](?=[\p{L}\p{N}._+-]{0,63}@[\p{L}\p{N}_-])/iu;
/** The beginning of a target outside the page itself. */
const TARGET = /^(?:[a-z][a-z0-9+.-]*:|[/\\]{2})/i;
const MAIL = /^[^\s<>]*@/;
/** Markdown after which a target begins. */
const OPENS = /\](\(|:)\s*/g;
const OPENS_LAST = /\](\(|:)\s*$/;
/** Punctuation after an address in text that is not part of it. At most a few characters, because some readers include it. */
const TRAILING = /[)?!.,:;*_'"~]{1,4}$/;
/** The backticks before a code span, whose closing ones are not part of an address either. */
const CODE = /`{1,3}$/;
/** Punctuation after an address in text of users and tools, such as JSON. */
const TRAILING_ANY = /[)\]}.,;:!?'"*_~`|]{1,16}$/;
const SCHEME = /^(?!www\.)[a-z][a-z0-9+.-]*:/i;
const NOTHING = /^[/\\)\]}.,;:!?'"*_~`|]*$/;
/** Escapes that Markdown readers decode; those in the list are not part of any address. */
const ENTITY = /&(?!(?:amp|lt|gt|quot|nbsp);)(?:#\w{1,8}|[a-z]\w{1,31});/i;
/** Characters that readers drop: escapes of punctuation, and within an address tabs and invisible characters. */
const DROPPED = /\\(?=[!-/:-@[-`{-~])|[\t\p{Default_Ignorable_Code_Point}]/gu;

/** The addresses in a text of a user or a tool, verbatim. */
export function linksIn(text: string): string[] {
  return text.split(/[\s<>]+/).flatMap((run) => {
    const addresses = findAddresses(run, 'text');
    const [first] = addresses;
    if (!first) return [];
    const { at } = first;
    // In Markdown a target ends at its parenthesis, and text follows; in plain text the address continues.
    const rest = run.slice(at + first.link.length);
    if (addresses.every(({ link }) => leadsNowhere(link)) && !hasAddress(rest)) return [];
    const link = withoutTrailing(run.slice(at), TRAILING_ANY);
    return leadsNowhere(link) ? [] : [link];
  });
}

/**
 * Candidates for the first address of a run, which begins at the given place; earliest first. There may be two, because a reader treats a target as
 * text if the brackets of its link are not closed.
 */
export function findAddresses(run: string, begins: Place): readonly Address[] {
  const target = findTarget(run, begins);
  const at = run.search(BEGINNING);
  const found = [
    ...(target ? [{ at: target.at, link: targetAt(run.slice(target.at), target.place) }] : []),
    ...(at === -1 ? [] : [{ at, link: textLinkAt(run, at) }]),
  ];
  return found.toSorted((one, other) => one.at - other.at);
}

/** Whether a reader may find an address in a run. */
export function hasAddress(run: string, begins: Place = 'text'): boolean {
  return findAddresses(run, begins).length > 0;
}

/** A run as a Markdown reader interprets it. */
export function asRead(run: string): string {
  return run.replaceAll(DROPPED, '');
}

/** Whether a run has characters that only a Markdown reader decodes. */
export function hidesText(run: string): boolean {
  return ENTITY.test(run);
}

/** The kind of target that begins after a text, if any. */
export function placeAfter(text: string): Place | undefined {
  const [, mark] = OPENS_LAST.exec(asRead(text)) ?? [];
  return mark === undefined ? undefined : placeOf(mark);
}

/** Whether an address consists only of its beginning. */
export function leadsNowhere(link: string): boolean {
  return [BEGINNING, SCHEME].some((beginning) => beginning.test(link) && NOTHING.test(link.replace(beginning, '')));
}

function findTarget(run: string, begins: Place): { readonly at: number; readonly place: Place } | undefined {
  const text = run.trimStart();
  if (begins !== 'text' && (TARGET.test(text) || (begins === 'brackets' && MAIL.test(text)))) {
    return { at: run.length - text.length, place: begins };
  }
  for (const { 0: opening, 1: mark = '', index } of run.matchAll(OPENS)) {
    const at = index + opening.length;
    if (TARGET.test(run.slice(at, at + 64))) return { at, place: placeOf(mark) };
  }
  return undefined;
}

/** The target that a text begins with: an inline one ends at its parenthesis. */
function targetAt(text: string, place: Place): string {
  if (place !== 'inline') return text;
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (text[index] === '(') depth += 1;
    if (text[index] === ')') depth -= 1;
    if (depth < 0) return text.slice(0, index);
  }
  return text;
}

function placeOf(mark: string): Place {
  return mark === '(' ? 'inline' : 'definition';
}

/** The address in text at a position. */
function textLinkAt(run: string, at: number): string {
  const link = withoutTrailing(run.slice(at), TRAILING);
  const [code] = CODE.exec(run.slice(0, at)) ?? [];
  const isCode = code !== undefined && link.endsWith(code) && !link.endsWith(`\`${code}`);
  return isCode ? withoutTrailing(link.slice(0, -code.length), TRAILING) : link;
}

/** The address without trailing punctuation, unless it would no longer be an address. */
function withoutTrailing(whole: string, trailing: RegExp): string {
  const link = whole.replace(trailing, '');
  return BEGINNING.test(link) || TARGET.test(link) ? link : whole;
}
