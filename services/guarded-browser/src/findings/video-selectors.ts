/** Selectors of a video's details on the platforms, from their own element names to generic ones. */
export const VIDEO_SELECTORS = {
  titles: [
    'ytd-watch-metadata h1',
    '[data-e2e="browse-video-desc"]',
    '[data-a-target="stream-title"]',
    '[itemprop="name"]',
    'main h1',
    'h1',
  ],
  captions: [
    'ytd-watch-metadata #description',
    '[data-e2e="video-desc"]',
    '[data-e2e="browse-video-desc"]',
    '[data-testid="tweetText"]',
    '[itemprop="description"]',
    'article h1',
    'figcaption',
  ],
  dates: [
    'ytd-watch-metadata #info-container span',
    '[data-e2e="browser-nickname"] span:last-child',
    '[itemprop="uploadDate"]',
    '[itemprop="datePublished"]',
    'article time',
    'time[datetime]',
    'time',
  ],
  accounts: [
    'ytd-watch-metadata #owner a[href]',
    '[data-e2e="browse-username"]',
    '[data-testid="User-Name"] a[href]',
    'a[rel~="author"]',
    '[itemprop="author"] a[href]',
    'article header a[href]',
    'main header a[href]',
  ],
} as const;
