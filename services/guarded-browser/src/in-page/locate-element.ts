import type { PageBox, PageDocument, PageWindow } from './page-dom.js';
import { pageScript } from './page-script.js';

declare const document: PageDocument;
declare const window: PageWindow;

export interface LocatedElement {
  readonly isFound: boolean;
  /** Whether this browser rejects the selector. */
  readonly isInvalid: boolean;
  readonly hasScrolled: boolean;
  /** Box of the match, relative to the page's top left corner; empty without a match. */
  readonly box: PageBox;
  readonly viewport: PageBox;
}

/** The position of a selector's first match, after scrolling to it if requested. */
export const locateElement = pageScript(locate);

function locate({ selector, scroll }: { selector: string | null; scroll: boolean }): LocatedElement {
  const before = [window.scrollX, window.scrollY];
  let element = null;
  let isInvalid = false;
  try {
    element = selector === null ? null : document.querySelector(selector);
  } catch {
    isInvalid = true;
  }
  if (scroll) element?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  const { scrollX, scrollY, innerWidth, innerHeight } = window;
  const rect = element?.getBoundingClientRect();
  return {
    isFound: element !== null,
    isInvalid,
    hasScrolled: before[0] !== scrollX || before[1] !== scrollY,
    box: {
      x: (rect?.x ?? 0) + scrollX,
      y: (rect?.y ?? 0) + scrollY,
      width: rect?.width ?? 0,
      height: rect?.height ?? 0,
    },
    viewport: { x: scrollX, y: scrollY, width: innerWidth, height: innerHeight },
  };
}
