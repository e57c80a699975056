import type { PageDocument, PageElement } from './page-dom.js';
import { pageScript } from './page-script.js';
import { visibleBox } from './visible-box.js';

declare const document: PageDocument;

/** Selectors of each detail, most specific first. */
export interface VideoDetailSelectors {
  readonly titles: readonly string[];
  readonly captions: readonly string[];
  readonly dates: readonly string[];
  readonly accounts: readonly string[];
  /** Maximum texts of each list. */
  readonly textsMax: number;
  readonly textLengthMax: number;
}

export interface VideoDetails {
  readonly titles: readonly string[];
  readonly captions: readonly string[];
  readonly dates: readonly string[];
  /** Absolute URLs. */
  readonly accounts: readonly string[];
}

/** The visible details on a video's page: title, caption, date and account. */
export const collectVideoDetails = pageScript(collect, [visibleBox, shownElements, shownTexts, textsOfDates]);

function collect(selectors: VideoDetailSelectors): VideoDetails {
  const addresses = shownElements(selectors.accounts, selectors.textsMax).flatMap(({ href }) =>
    typeof href === 'string' && /^https?:/i.test(href) ? [href.slice(0, 2_048)] : [],
  );
  return {
    titles: shownTexts(selectors.titles, selectors),
    captions: shownTexts(selectors.captions, selectors),
    dates: textsOfDates(selectors),
    accounts: [...new Set(addresses)],
  };
}

function shownElements(selectors: readonly string[], max: number): PageElement[] {
  const found: PageElement[] = [];
  for (const selector of selectors) {
    for (const element of [...document.querySelectorAll(selector)].slice(0, max * 5)) {
      if (found.length >= max) return found;
      if (!found.includes(element) && visibleBox(element)) found.push(element);
    }
  }
  return found;
}

function shownTexts(selectors: readonly string[], { textsMax, textLengthMax }: VideoDetailSelectors): string[] {
  return shownElements(selectors, textsMax)
    .map((element) => (element.innerText ?? '').slice(0, textLengthMax).trim())
    .filter((text, index, texts) => text !== '' && texts.indexOf(text) === index);
}

/** Date texts; machine-readable values come before visible text. */
function textsOfDates(selectors: VideoDetailSelectors): string[] {
  const { dates, textsMax } = selectors;
  const texts = shownElements(dates, textsMax).flatMap((element) =>
    ['datetime', 'content', 'title', 'aria-label']
      .map((name) => element.getAttribute(name))
      .concat(element.innerText ?? null),
  );
  return [...new Set(texts.flatMap((text) => text?.trim().slice(0, 200) || []))].slice(0, textsMax * 2);
}
