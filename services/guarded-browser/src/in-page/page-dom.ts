/**
 * Types for the part of the DOM that in-page scripts use, so that the rest of the service is not typed as if it ran in a browser. Each script
 * declares its own `document` and `window` with these types.
 */

export interface PageBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface PageNode {
  readonly textContent: string | null;
  readonly parentElement: PageElement | null;
}

interface PageRoot {
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement> & { readonly length: number };
}

export interface PageStyle {
  readonly position: string;
  readonly opacity: string;
  readonly overflowX: string;
  readonly overflowY: string;
  readonly clipPath: string;
  setProperty(name: string, value: string, priority: 'important'): void;
}

export interface PageElement extends PageNode, PageRoot {
  readonly tagName: string;
  readonly id: string;
  readonly style?: PageStyle;
  readonly innerText?: string;
  readonly value?: unknown;
  /** An absolute URL for an anchor; arbitrary for other elements. */
  readonly href?: unknown;
  readonly shadowRoot: PageRoot | null;
  getAttribute(name: string): string | null;
  getBoundingClientRect(): PageBox;
  closest(selector: string): PageElement | null;
  contains(other: PageNode): boolean;
  checkVisibility(options: { readonly opacityProperty: boolean; readonly visibilityProperty: true }): boolean;
  scrollIntoView(options: { readonly block: 'nearest' | 'start'; readonly behavior: 'instant' }): void;
  click(): void;
}

export interface PageDocument extends PageRoot {
  readonly title: string;
  readonly contentType: string;
  readonly body: PageElement | null;
  readonly documentElement: PageElement | null;
  createTreeWalker(root: PageElement, whatToShow: number): { nextNode(): PageNode | null };
}

export interface PageWindow {
  readonly scrollX: number;
  readonly scrollY: number;
  readonly innerWidth: number;
  readonly innerHeight: number;
  readonly location: { readonly hostname: string };
  getComputedStyle(element: PageElement): PageStyle;
  scrollBy(x: number, y: number): void;
}
