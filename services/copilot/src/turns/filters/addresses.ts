/** How an address may become a link: as text, as the target of `](…)`, as the target of a definition `]: …`, or in angle brackets. */
export type Place = 'text' | 'inline' | 'definition' | 'brackets';

/** An address in a piece of text, and where it begins. */
export interface Address {
  readonly at: number;
  /** Letter for letter; in a target up to its very end, in text without the punctuation after it. */
  readonly link: string;
}

/** Where an address begins in text, for any reader: also one of e-mail. */
const BEGINNING =
  /www\.|(?:[a-z][a-z0-9+.-]{0,30}:|(?<![\w/\\]))[/\\]{2}|(?:https?|ftp|file|blob|data|javascript|vbscript|mailto|tel|sms):|[\p{L}\p{N}._+-](?=[\p{L}\p{N}._+-]{0,63}@[\p{L}\p{N}_-])/iu;
/** The beginning of a target that leads to another place than the page itself. */
const TARGET = /^(?:[a-z][a-z0-9+.-]*:|[/\\]{2})/i;
const MAIL = /^[^\s<>]*@/;
/** What makes the text after it a target. */
const OPENS = /\](\(|:)\s*/g;
const OPENS_LAST = /\](\(|:)\s*$/;
/** Punctuation after an address in text that is not part of it. Few characters, because some readers take it along. */
const TRAILING = /[)?!.,:;*_'"~]{1,4}$/;
/** The beginning of a span of code, whose end is not part of an address either. */
const CODE = /`{1,3}$/;
/** Punctuation after an address in what users and tools write, such as JSON. */
const TRAILING_ANY = /[)\]}.,;:!?'"*_~`|]{1,16}$/;
const SCHEME = /^(?!www\.)[a-z][a-z0-9+.-]*:/i;
const NOTHING = /^[/\\)\]}.,;:!?'"*_~`|]*$/;
/** Escapes that Markdown readers decode; those in the list are not part of any address. */
const ENTITY = /&(?!(?:amp|lt|gt|quot|nbsp);)(?:#\w{1,8}|[a-z]\w{1,31});/i;
/** What readers drop: escapes of punctuation, and within an address the tab and characters that show nothing. */
const DROPPED = /\\(?=[!-/:-@[-`{-~])|[\t\p{Default_Ignorable_Code_Point}]/gu;

/** The addresses in a text of a user or a tool, letter for letter. */
export function linksIn(text: string): string[] {
  return text.split(/[\s<>]+/).flatMap((run) => {
    const addresses = findAddresses(run, 'text');
    const [first] = addresses;
    if (!first) return [];
    const { at } = first;
    // A target ends at its parenthesis, and what follows is text; for a reader of text alone, the address goes on.
    const rest = run.slice(at + first.link.length);
    if (addresses.every(({ link }) => leadsNowhere(link)) && !hasAddress(rest)) return [];
    const link = withoutTrailing(run.slice(at), TRAILING_ANY);
    return leadsNowhere(link) ? [] : [link];
  });
}

/**
 * What readers may take for the first address of a run, which begins at the given place; earliest first. There may be two, because a reader sees a
 * target as text where the brackets of its link are not closed.
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

/** What a Markdown reader makes of a run. */
export function asRead(run: string): string {
  return run.replaceAll(DROPPED, '');
}

/** Whether a run has characters that only a Markdown reader decodes. */
export function hidesText(run: string): boolean {
  return ENTITY.test(run);
}

/** The place of what follows a text, if the text ends with the beginning of a target. */
export function placeAfter(text: string): Place | undefined {
  const [, mark] = OPENS_LAST.exec(asRead(text)) ?? [];
  return mark === undefined ? undefined : placeOf(mark);
}

/** Whether nothing follows the beginning of an address. */
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

/** The address without the punctuation after it, unless it consists of that. */
function withoutTrailing(whole: string, trailing: RegExp): string {
  const link = whole.replace(trailing, '');
  return BEGINNING.test(link) || TARGET.test(link) ? link : whole;
}
