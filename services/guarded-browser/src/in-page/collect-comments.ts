import { openRoots } from './open-roots.js';
import type { PageElement } from './page-dom.js';
import { pageScript } from './page-script.js';
import { visibleBox } from './visible-box.js';

export interface CommentRequest {
  /** Selectors that match a single comment, most specific first. */
  readonly comments: readonly string[];
  /** Selectors within a comment; the first match is used. */
  readonly texts: readonly string[];
  readonly authors: readonly string[];
  readonly authorBadges: readonly string[];
  readonly pins: readonly string[];
  readonly textLengthMax: number;
}

/** A comment as displayed. */
export interface ShownComment {
  readonly text: string;
  /** Account name of the author; null when not shown. */
  readonly account: string | null;
  readonly hasAuthorBadge: boolean;
  readonly isPinned: boolean;
}

/** The first visible comment; undefined without one. */
export const collectFirstComment = pageScript(collect, [openRoots, visibleBox, firstText]);

function collect(request: CommentRequest): ShownComment | null {
  const roots = openRoots();
  for (const selector of request.comments) {
    const shown = roots
      .flatMap((root) => [...root.querySelectorAll(selector)].slice(0, 20))
      .find((element) => visibleBox(element) !== undefined);
    const text = shown && (firstText(shown, request.texts, request.textLengthMax) ?? shown.innerText?.trim());
    if (!shown || !text) continue;
    const has = (selectors: readonly string[]): boolean => selectors.some((each) => shown.querySelector(each) !== null);
    return {
      text: text.slice(0, request.textLengthMax),
      account: firstText(shown, request.authors, 200) ?? null,
      hasAuthorBadge: has(request.authorBadges),
      isPinned: has(request.pins),
    };
  }
  return null;
}

function firstText(comment: PageElement, selectors: readonly string[], lengthMax: number): string | undefined {
  for (const selector of selectors) {
    const text = comment.querySelector(selector)?.innerText?.replaceAll(/\s+/g, ' ').trim();
    if (text) return text.slice(0, lengthMax);
  }
  return undefined;
}
