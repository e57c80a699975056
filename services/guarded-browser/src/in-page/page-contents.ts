import type { PageDocument, PageElement, PageWindow } from './page-dom.js';
import { pageScript } from './page-script.js';

declare const document: PageDocument;
declare const window: PageWindow;

export interface PageContents {
  readonly title: string;
  /** MIME type, as the browser interprets the document. */
  readonly contentType: string;
  /** Visible text, truncated. */
  readonly text: string;
  readonly hasVideo: boolean;
  /** Visible password field: `dominant` when alone or in an overlay, `present` next to other content. */
  readonly login: 'dominant' | 'present' | 'none';
  readonly matches: readonly boolean[];
}

/** Data to decide whether a page is the requested one; `selectors` are looked up one by one. */
export const readContents = pageScript(read, [isShown, findLogin]);

function read({ selectors, textMax }: { selectors: readonly string[]; textMax: number }): PageContents {
  const videos = [...document.querySelectorAll('video')];
  const hasVideo = videos.some((video) => isShown(video) && video.getBoundingClientRect().width >= 200);
  return {
    title: document.title.slice(0, 300),
    contentType: document.contentType,
    text: (document.body?.innerText ?? '').slice(0, textMax),
    hasVideo,
    login: findLogin(),
    matches: selectors.map((selector) => [...document.querySelectorAll(selector)].some(isShown)),
  };
}

function isShown(element: PageElement): boolean {
  if (element.tagName === 'SCRIPT') return true;
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
}

function findLogin(): PageContents['login'] {
  const field = [...document.querySelectorAll('input[type="password"]')].find((input) => {
    const { y } = input.getBoundingClientRect();
    return isShown(input) && y < window.innerHeight;
  });
  if (!field) return 'none';
  for (let at: PageElement | null = field; at && at.tagName !== 'BODY'; at = at.parentElement) {
    const { width, height } = at.getBoundingClientRect();
    const isOver = window.getComputedStyle(at).position === 'fixed' || at.getAttribute('aria-modal') === 'true';
    if (isOver && width * height > 0.2 * window.innerWidth * window.innerHeight) return 'dominant';
  }
  return 'present';
}
