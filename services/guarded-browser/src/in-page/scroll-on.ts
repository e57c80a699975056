import type { PageWindow } from './page-dom.js';
import { pageScript } from './page-script.js';

declare const window: PageWindow;

/** Scrolls the page by some window heights. */
export const scrollOn = pageScript(scroll);

function scroll({ screens }: { readonly screens: number }): void {
  window.scrollBy(0, window.innerHeight * screens);
}
