import { openRoots } from './open-roots.js';
import type { PageDocument, PageElement, PageWindow } from './page-dom.js';
import { pageScript } from './page-script.js';

declare const document: PageDocument;
declare const window: PageWindow;

export interface ConsentLists {
  readonly containers: readonly string[];
  readonly rejects: readonly string[];
  readonly rejectTexts: readonly string[];
  readonly acceptWords: readonly string[];
  readonly consentWords: readonly string[];
  /** Source of a regular expression. */
  readonly consentName: string;
  /** Parts of script URLs that announce a banner. */
  readonly scripts: readonly string[];
}

export interface ConsentState {
  /** Whether a reject control was just clicked. */
  readonly hasRejected: boolean;
  /** Whether a banner is visible. */
  readonly isShown: boolean;
  /** Whether no banner is visible, but one may still appear. */
  readonly isExpected: boolean;
}

/** Looks for a consent banner and, if `press`, clicks its reject control. */
export const answerConsent = pageScript(answer, [openRoots, findContainers, isSeen, findReject, labelOf]);

/** Hides all consent banners, and lets the page scroll again; returns their number. */
export const hideConsent = pageScript(hide, [openRoots, findContainers, isSeen]);

function answer({ lists, press }: { lists: ConsentLists; press: boolean }): ConsentState {
  const containers = findContainers(lists);
  const control = press ? findReject(containers, lists) : undefined;
  control?.click();
  const sources = [...document.querySelectorAll('script[src]')].map((script) => script.getAttribute('src') ?? '');
  const isExpected = sources.some((source) => lists.scripts.some((name) => source.toLowerCase().includes(name)));
  return { hasRejected: control !== undefined, isShown: containers.length > 0, isExpected };
}

function hide({ lists }: { lists: ConsentLists }): number {
  const containers = findContainers(lists);
  for (const container of containers) container.style?.setProperty('display', 'none', 'important');
  for (const root of containers.length > 0 ? [document.documentElement, document.body] : []) {
    if (root && window.getComputedStyle(root).overflowY === 'hidden') {
      root.style?.setProperty('overflow', 'auto', 'important');
    }
  }
  return containers.length;
}

function isSeen(element: PageElement): boolean {
  if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
  const { width, height } = element.getBoundingClientRect();
  // Banner hosts often have no size of their own.
  return width * height > 0 || element.shadowRoot !== null || element.querySelector('*') !== null;
}

/** Known containers, and overlays with a consent-related name that contain none of the page's content. */
function findContainers({ containers, consentName, consentWords }: ConsentLists): PageElement[] {
  const found = openRoots().flatMap((root) => [...root.querySelectorAll(containers.join(','))]);
  const name = new RegExp(consentName, 'i');
  const named = '[id],[class],[role="dialog"],[role="alertdialog"]';
  const candidates = [...document.querySelectorAll(named)].slice(0, 20_000).filter((element) => {
    const names = ['id', 'class', 'aria-label'].map((attribute) => element.getAttribute(attribute) ?? '').join(' ');
    if (!name.test(names) || ['HTML', 'BODY', 'MAIN', 'SCRIPT', 'STYLE'].includes(element.tagName)) return false;
    const isOver = /fixed|sticky|absolute/.test(window.getComputedStyle(element).position);
    const isDialog = element.getAttribute('role')?.endsWith('dialog') === true;
    const text = (element.textContent ?? '').slice(0, 5_000).toLowerCase();
    const isAboutConsent = consentWords.some((word) => text.includes(word));
    return (isOver || isDialog) && isAboutConsent && !element.querySelector('main,article,video');
  });
  return [...new Set([...found, ...candidates])].filter(isSeen);
}

function labelOf(element: PageElement): string {
  const value = element.tagName === 'INPUT' ? String(element.value) : element.innerText;
  const label = value?.trim() || element.getAttribute('aria-label') || '';
  return label.slice(0, 200).replaceAll(/\s+/g, ' ').trim().toLowerCase();
}

function findReject(containers: readonly PageElement[], lists: ConsentLists): PageElement | undefined {
  const isAccept = (control: PageElement): boolean => {
    const label = labelOf(control);
    return !lists.rejectTexts.includes(label) && lists.acceptWords.some((word) => label.includes(word));
  };
  const known = openRoots().flatMap((root) =>
    lists.rejects.length > 0 ? [...root.querySelectorAll(lists.rejects.join(','))] : [],
  );
  const control = known.find((element) => isSeen(element) && !isAccept(element));
  if (control) return control;

  const controls = 'button,a,[role="button"],input[type="submit"],input[type="button"]';
  const within = containers.flatMap((container) => [
    ...container.querySelectorAll(controls),
    ...(container.shadowRoot?.querySelectorAll(controls) ?? []),
  ]);
  // Pages that consist only of the consent question, such as consent.youtube.com, have no container.
  const isConsentPage = window.location.hostname.startsWith('consent.');
  const candidates = isConsentPage ? [...document.querySelectorAll(controls)] : within;
  return candidates.slice(0, 2_000).find((element) => lists.rejectTexts.includes(labelOf(element)) && isSeen(element));
}
