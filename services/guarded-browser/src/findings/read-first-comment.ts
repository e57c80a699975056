import { collectFirstComment, type ShownComment } from '../in-page/collect-comments.js';
import type { PageSession } from '../visits/page-session.js';
import { COMMENT_SELECTORS } from './comment-selectors.js';

const TEXT_LENGTH_MAX = 2_000;

/** The first visible comment of a page; null without one. */
export async function readFirstComment(session: PageSession): Promise<ShownComment | null> {
  const request = { ...COMMENT_SELECTORS, textLengthMax: TEXT_LENGTH_MAX };
  return (await session.askInPassing(collectFirstComment, request)) ?? null;
}
