import { openRoots } from './open-roots.js';
import type { PageElement } from './page-dom.js';
import { pageScript } from './page-script.js';

export interface LinkBounds {
  readonly anchorsMax: number;
  readonly cardLengthMax: number;
  readonly addressLengthMax: number;
  /** Milliseconds after which no further card is read, because layout for a card's text can be slow. */
  readonly msMax: number;
}

/** A link with the text of its card: that of the nearest list item or article, else the link's own. */
export interface PageLink {
  /** Absolute URL. */
  readonly href: string;
  readonly text: string;
}

/** Collects the links of a page in document order, those in open shadow roots after the others. */
export const collectLinks = pageScript(collect, [openRoots, cardText, linkOf]);

function collect(bounds: LinkBounds): { links: PageLink[]; isCut: boolean } {
  const giveUpAt = Date.now() + bounds.msMax;
  const texts = new Map<PageElement, string>();
  const links: PageLink[] = [];
  let looked = 0;
  for (const root of openRoots()) {
    for (const anchor of root.querySelectorAll('a[href]')) {
      if ((looked += 1) > bounds.anchorsMax) return { links, isCut: true };
      const href = linkOf(anchor, bounds);
      if (href !== undefined) links.push({ href, text: cardText(anchor, texts, bounds, giveUpAt) });
    }
  }
  return { links, isCut: false };
}

function linkOf(anchor: PageElement, { addressLengthMax }: LinkBounds): string | undefined {
  const { href } = anchor;
  const isWeb = typeof href === 'string' && /^https?:/i.test(href) && href.length <= addressLengthMax;
  return isWeb ? href : undefined;
}

function cardText(
  anchor: PageElement,
  texts: Map<PageElement, string>,
  { cardLengthMax }: LinkBounds,
  giveUpAt: number,
): string {
  const card = anchor.closest('li,article,[role="listitem"],[role="article"]') ?? anchor;
  const known = texts.get(card);
  if (known !== undefined) return known;
  // A list item around half the page is not a card, and reading its text would force a useless layout.
  const isLong = (card.textContent ?? '').length > cardLengthMax * 20;
  const source = isLong ? anchor : card;
  const shown = Date.now() > giveUpAt ? source.textContent : source.innerText;
  const labels = [anchor.getAttribute('aria-label'), anchor.getAttribute('title')];
  const text = [shown, ...labels]
    .map((part) =>
      (part ?? '')
        .slice(0, cardLengthMax * 4)
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
    .filter((part, index, parts) => part !== '' && parts.indexOf(part) === index)
    .join(' ')
    .slice(0, cardLengthMax);
  texts.set(card, text);
  return text;
}
