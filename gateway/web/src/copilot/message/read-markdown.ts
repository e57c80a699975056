import { Lexer, type Token } from 'marked';

/** Parsed text, with the part whose meaning later text cannot change. */
export interface Markdown {
  readonly text: string;
  /** Its tokens, in groups of `SECTION`; a settled group stays the same object. */
  readonly sections: readonly (readonly Token[])[];
  readonly settledText: string;
  readonly settledCount: number;
}

export const NO_MARKDOWN: Markdown = { text: '', sections: [], settledText: '', settledCount: 0 };

/** Number of blocks drawn together: while a text grows, only the last group is drawn again. */
const SECTION = 16;

/** Parses Markdown; for a text that has grown since `before`, only the open part. */
export function readMarkdown(text: string, before: Markdown = NO_MARKDOWN): Markdown {
  const known = text.startsWith(before.settledText) ? before : NO_MARKDOWN;
  const open = lex(text.slice(known.settledText.length));
  // Later text may continue the last block, but not earlier ones.
  const last = Math.max(
    0,
    open.findLastIndex(({ type }) => type !== 'space'),
  );
  const whole = Math.floor(known.settledCount / SECTION);
  const begun = known.sections[whole]?.slice(0, known.settledCount % SECTION) ?? [];
  return {
    text,
    sections: [...known.sections.slice(0, whole), ...inSections([...begun, ...open])],
    settledText:
      known.settledText +
      open
        .slice(0, last)
        .map(({ raw }) => raw)
        .join(''),
    settledCount: known.settledCount + last,
  };
}

/** Groups blocks for drawing. */
export function inSections<Each>(all: readonly Each[]): Each[][] {
  const sections: Each[][] = [];
  for (let at = 0; at < all.length; at += SECTION) sections.push(all.slice(at, at + SECTION));
  return sections;
}

/** A line with excessive quote and list markers, or indentation. */
const TOO_DEEP = /^(?:(?:[\t ]*(?:>|[-+*][\t ]|\d{1,9}[.)][\t ])){32}|[\t ]{64,}(?:[-+*]|\d{1,9}[.)])[\t ])/m;
/** Emphasis markers between two empty lines, whose parsing is quadratic. */
const MARKS_MAX = 1_000;

function isReadable(text: string): boolean {
  if (TOO_DEEP.test(text)) return false;
  return text.split(/\n[\t ]*\n/).every((part) => (part.match(/[*_]+/g)?.length ?? 0) <= MARKS_MAX);
}

/** The tokens of a text; excessively nested text becomes a single token, shown as plain text. */
function lex(text: string): Token[] {
  try {
    if (isReadable(text)) return Lexer.lex(text);
  } catch (error) {
    // The lexer recurses into nested text.
    if (!(error instanceof RangeError)) throw error;
  }
  return [{ type: 'html', raw: text, text, pre: false, block: true }];
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00A0' };

/** Decodes character references, such as `&amp;`. */
export function readEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (all, decimal, hex, name) => {
    if (typeof name === 'string') return NAMED[name] ?? all;
    const code = typeof decimal === 'string' ? Number(decimal) : Number.parseInt(String(hex), 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });
}

/** A link's target, if it is allowed; undefined otherwise. */
export function readLink(href: string): { readonly href: string; readonly place: string } | undefined {
  const url = URL.canParse(href) ? new URL(href) : undefined;
  if (url?.protocol === 'mailto:') return { href: url.href, place: url.pathname };
  return url && ['http:', 'https:'].includes(url.protocol) ? { href: url.href, place: url.host } : undefined;
}
