/** Selectors of comments on the platforms, from their own element names to generic ones. */
export const COMMENT_SELECTORS = {
  comments: [
    'ytd-comment-thread-renderer',
    'ytm-comment-thread-renderer',
    '[data-e2e="comment-level-1"]',
    '[data-testid="tweet"] ~ * [data-testid="tweet"]',
    'ul[class*="comment" i] > li',
    'ol[class*="comment" i] > li',
    '[id*="comments" i] article',
    '[id*="comments" i] li',
    '[class*="comments" i] article',
    '[class*="comments" i] li',
    '[itemprop="comment"]',
  ],
  texts: ['#content-text', '[data-e2e="comment-text"]', '[data-testid="tweetText"]', '[itemprop="text"]', 'p'],
  authors: ['#author-text', '[data-e2e="comment-username-1"]', '[itemprop="author"]', '[class*="author" i]', 'a'],
  authorBadges: [
    'ytd-author-comment-badge-renderer[creator]',
    '[data-e2e="comment-creator"]',
    '[class*="creator-badge" i]',
  ],
  pins: ['ytd-pinned-comment-badge-renderer', '#pinned-comment-badge *', '[class*="pinned" i]'],
} as const;
