import type { PageBox, PageDocument, PageElement } from './page-dom.js';
import { pageScript } from './page-script.js';
import { visibleBox } from './visible-box.js';

declare const document: PageDocument;

export interface CollectRequest {
  /** Source of a regular expression, flags `iu`. */
  readonly nouns: string;
  /** The part of the page in the image, from its top left corner. */
  readonly area: PageBox;
  /** Names of variables, and ids of script tags, with the page's state. */
  readonly states: readonly string[];
  /** Milliseconds after which no further text is read, because locating a text can be slow. */
  readonly msMax: number;
  readonly textsMax: number;
  readonly textLengthMax: number;
  readonly scriptsMax: number;
  /** Maximum characters of one script, and of all together. */
  readonly scriptLengthMax: number;
  readonly scriptsLengthMax: number;
}

export interface Collected {
  readonly lang: string | null;
  readonly texts: readonly { readonly text: string; readonly inCapture: boolean }[];
  readonly scripts: readonly { readonly type: 'json_ld' | 'app_state'; readonly name: string; readonly text: string }[];
  readonly metas: readonly { readonly name: string; readonly content: string }[];
}

/** Collects bounded texts of a page that may contain a view count; other code interprets them. */
export const collectTexts = pageScript(collect, [
  visibleBox,
  findCandidates,
  holdsUnseenNumber,
  textOf,
  readScripts,
  readMetas,
  distance,
]);

function collect(request: CollectRequest): Collected {
  const { nouns, area, textsMax, msMax } = request;
  const noun = new RegExp(nouns, 'iu');
  // Compiles the large expression first, so that this time does not count against the page.
  noun.test('');
  const giveUpAt = Date.now() + msMax;
  const anchors = [...document.querySelectorAll('video,[id*="player" i],h1')]
    .slice(0, 50)
    .flatMap((element) => visibleBox(element) ?? []);
  const seen = [...findCandidates(request, noun, giveUpAt)].flatMap(([element, text]) => {
    const box = Date.now() > giveUpAt || holdsUnseenNumber(element) ? undefined : visibleBox(element);
    if (!box) return [];
    // Must be entirely inside, because a viewer of the image cannot verify a truncated text.
    const inCapture =
      box.x >= area.x &&
      box.x + box.width <= area.x + area.width &&
      box.y >= area.y &&
      box.y + box.height <= area.y + area.height;
    return [{ text, inCapture, distance: Math.min(...anchors.map((anchor) => distance(anchor, box)), 1e9) }];
  });
  seen.sort((a, b) => Number(b.inCapture) - Number(a.inCapture) || a.distance - b.distance);
  const lang = document.documentElement?.getAttribute('lang');
  return {
    lang: lang?.slice(0, 35) || null,
    texts: seen.slice(0, textsMax).map(({ text, inCapture }) => ({ text, inCapture })),
    scripts: readScripts(request),
    metas: readMetas(),
  };
}

/** Elements and their texts: for each view noun the closest ancestor that also contains a digit, else the noun's own element. */
function findCandidates(
  { textsMax, textLengthMax, msMax }: CollectRequest,
  noun: RegExp,
  giveUpAt: number,
): Map<PageElement, string> {
  const found = new Map<PageElement, string>();
  if (!document.body) return found;
  const NODES_MAX = 100_000;
  const walker = document.createTreeWalker(document.body, 4);
  for (let node = walker.nextNode(), at = 0; node && at < NODES_MAX; node = walker.nextNode(), at += 1) {
    if (found.size >= textsMax * 2 || Date.now() > giveUpAt - msMax / 2) return found;
    const own = node.textContent ?? '';
    if (own.length > textLengthMax || !noun.test(own.normalize('NFKC'))) continue;
    const start = node.parentElement;
    if (!start || ['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEMPLATE', 'TEXTAREA'].includes(start.tagName)) continue;
    if (found.has(start)) continue;
    found.set(start, textOf(start));
    let around: PageElement | null = start;
    for (let up = 0; around && up < 4; up += 1, around = around.parentElement) {
      // Long texts are skipped before they force a layout.
      if ((around.textContent ?? '').length > textLengthMax * 4) break;
      const text = textOf(around);
      if (text.length > textLengthMax) break;
      if (!/\p{Nd}/u.test(text)) continue;
      found.delete(start);
      found.set(around, text);
      break;
    }
  }
  for (const element of document.querySelectorAll('[aria-label]')) {
    const label = element.getAttribute('aria-label') ?? '';
    if (found.size >= textsMax * 2 || Date.now() > giveUpAt - msMax / 2) return found;
    if (label.length <= textLengthMax && noun.test(label.normalize('NFKC'))) found.set(element, label.trim());
  }
  return found;
}

/** Whether an element's text includes an invisible number. */
function holdsUnseenNumber(element: PageElement): boolean {
  return [...element.querySelectorAll('*')]
    .slice(0, 30)
    .some(
      (inner) =>
        !inner.querySelector('*') &&
        /\p{Nd}/u.test(inner.textContent ?? '') &&
        inner.checkVisibility({ opacityProperty: false, visibilityProperty: true }) &&
        !visibleBox(inner),
    );
}

/** The readable text of an element, without hidden parts. */
function textOf(element: PageElement): string {
  return (element.innerText ?? element.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
}

function readScripts(request: CollectRequest): Collected['scripts'] {
  const { states, scriptsMax, scriptLengthMax, scriptsLengthMax } = request;
  const found: { type: 'json_ld' | 'app_state'; name: string; text: string }[] = [];
  let length = 0;
  for (const script of document.querySelectorAll('script:not([src])')) {
    const text = script.textContent ?? '';
    if (text.trim() === '' || text.length > scriptLengthMax || length + text.length > scriptsLengthMax) continue;
    const isJsonLd = script.getAttribute('type') === 'application/ld+json';
    const id = script.getAttribute('id') ?? '';
    const head = text.slice(0, 2_000);
    const name = states.find((state) => state === id || head.includes(state));
    if (!isJsonLd && name === undefined) continue;
    found.push({ type: isJsonLd ? 'json_ld' : 'app_state', name: isJsonLd ? '' : (name ?? ''), text });
    length += text.length;
    if (found.length >= scriptsMax) break;
  }
  return found;
}

function readMetas(): Collected['metas'] {
  return [...document.querySelectorAll('meta[name][content],meta[property][content],meta[itemprop][content]')]
    .slice(0, 200)
    .map((meta) => ({
      name: (meta.getAttribute('property') ?? meta.getAttribute('name') ?? meta.getAttribute('itemprop') ?? '').slice(
        0,
        100,
      ),
      content: (meta.getAttribute('content') ?? '').slice(0, 1_000),
    }));
}

/** Pixels between two boxes. */
function distance(a: PageBox, b: PageBox): number {
  const across = Math.max(0, a.x - (b.x + b.width), b.x - (a.x + a.width));
  const down = Math.max(0, a.y - (b.y + b.height), b.y - (a.y + a.height));
  return Math.hypot(across, down);
}
