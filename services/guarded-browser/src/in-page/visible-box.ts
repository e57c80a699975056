import type { PageBox, PageElement, PageWindow } from './page-dom.js';

declare const window: PageWindow;

/**
 * In a page: the visible box of an element, relative to the page's top left corner; undefined when the element is hidden by its own or an ancestor's
 * style, a clipping ancestor, or a position outside the page.
 */
export function visibleBox(element: PageElement): PageBox | undefined {
  if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return undefined;
  const own = element.getBoundingClientRect();
  let [left, top, right, bottom] = [own.x, own.y, own.x + own.width, own.y + own.height];
  let opacity = 1;
  for (let at: PageElement | null = element; at; at = at.parentElement) {
    const style = window.getComputedStyle(at);
    opacity *= Number(style.opacity);
    if (style.clipPath !== 'none' && /inset\((?:50|100)%|circle\(0/.test(style.clipPath)) return undefined;
    if (at !== element && style.overflowX !== 'visible' && at.tagName !== 'BODY' && at.tagName !== 'HTML') {
      const around = at.getBoundingClientRect();
      left = Math.max(left, around.x);
      top = Math.max(top, around.y);
      right = Math.min(right, around.x + around.width);
      bottom = Math.min(bottom, around.y + around.height);
    }
    if (style.position === 'fixed') break;
  }
  const x = Math.max(0, left + window.scrollX);
  const y = Math.max(0, top + window.scrollY);
  const [width, height] = [right + window.scrollX - x, bottom + window.scrollY - y];
  return opacity < 0.1 || width < 3 || height < 3 ? undefined : { x, y, width, height };
}
