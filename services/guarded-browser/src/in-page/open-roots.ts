import type { PageDocument, PageElement } from './page-dom.js';

declare const document: PageDocument;

/** In a page: the document and its open shadow roots, up to a maximum. */
export function openRoots(): (PageDocument | NonNullable<PageElement['shadowRoot']>)[] {
  const found: ReturnType<typeof openRoots> = [document];
  let looked = 0;
  for (const root of found) {
    for (const element of root.querySelectorAll('*')) {
      if ((looked += 1) > 20_000 || found.length > 50) return found;
      if (element.shadowRoot) found.push(element.shadowRoot);
    }
  }
  return found;
}
