import { isVideoHost } from '@svc/video-pages/addresses/video-hosts';
import { withoutPasteDebris } from '@svc/video-pages/addresses/web-address';

/** Splits a text into its links and the texts around them: before the first, between, and after the last, with white space collapsed. */
export function splitLinks(text: string): { texts: string[]; urls: string[] } {
  const urls: string[] = [];
  const texts: string[] = [];
  let words: string[] = [];
  for (const word of text.split(/\s+/)) {
    const { before, links } = splitWord(word);
    if (before !== '') words.push(before);
    if (links.length > 0) {
      texts.push(words.join(' '));
      words = [];
      for (const link of links) urls.push(link);
    }
  }
  texts.push(words.join(' '));
  return { texts, urls };
}

const SCHEME = /https?:\/\//i;
const SEPARATOR_BEFORE_LINK = /[,;|](?=https?:\/\/)/i;

/** Opening brackets and quotes before a link, which belong neither to it nor to the text before it. */
const OPENINGS = new Set(['<', '(', '[', '{', '"', "'"]);

/** Splits a word without white space: `https://a,https://b` holds two links; `Anna:https://a` and `[Anna](https://a)` hold a text and a link. */
export function splitWord(word: string): { before: string; links: string[] } {
  if (startsWithVideoHost(withoutPasteDebris(word))) return { before: '', links: linksIn(word) };
  const start = word.search(SCHEME);
  if (start < 0) return { before: word, links: [] };

  let end = start;
  while (OPENINGS.has(word.charAt(end - 1))) end -= 1;
  const before = word.slice(0, end);
  return { before, links: linksIn(withoutEmphasis(word.slice(start), before)) };
}

/** Returns a link without the signs that emphasize it in Markdown, such as `**` before and after it. */
function withoutEmphasis(link: string, before: string): string {
  const marks = /^[*_~`]{1,3}$/.exec(before)?.[0];
  return marks !== undefined && link.endsWith(marks) ? link.slice(0, -marks.length) : link;
}

function linksIn(word: string): string[] {
  return word.split(SEPARATOR_BEFORE_LINK).map(withoutPasteDebris);
}

/** Whether a link, with or without a scheme, leads to a known video site. */
export function isVideoSiteLink(link: string): boolean {
  const host = hostOf(link.replace(/^https?:/i, ''));
  return host !== undefined && isVideoHost(host);
}

/**
 * Whether a word is a link without a scheme: `youtu.be/…`, `//youtu.be/…`, or anything that starts with www., which is reported rather than taken for
 * a label.
 */
function startsWithVideoHost(word: string): boolean {
  const host = hostOf(word);
  return host !== undefined && (host.startsWith('www.') || isVideoHost(host));
}

function hostOf(word: string): string | undefined {
  return /^(?:\/\/)?(?<host>[a-z0-9.-]{1,253})(?::\d+)?\//i.exec(word)?.groups?.['host']?.toLowerCase();
}
