import { type LocatedElement, locateElement } from '@svc/guarded-browser/in-page/locate-element';
import type { PageSession } from '@svc/guarded-browser/visits/page-session';
import { pollPage } from '@svc/guarded-browser/visits/poll-page';
import { VisitFailure } from '@svc/guarded-browser/visits/visit-failure';
import type { CaptureLimits } from './capture-limits.js';
import type { CaptureRequest, Clip } from './capture-request.js';

/** Beyond this height Chromium repeats earlier parts of the page. */
const HEIGHT_MAX = 16_384;
const WIDTH_MAX = 10_000;
/** The widest viewport times the full height. */
const PIXELS_MAX = 2_560 * HEIGHT_MAX;

export interface CaptureArea {
  /** In page coordinates. */
  readonly area: Clip;
  readonly isInViewport: boolean;
  readonly isCut: boolean;
}

/** Waits until a selector matches. Throws `selector_not_found`. */
export async function waitForSelector(session: PageSession, selector: string, limits: CaptureLimits): Promise<void> {
  const located = await pollPage(limits.selectorMs, async () => {
    const answer = await locate(session, selector);
    return answer.isFound ? answer : undefined;
  });
  if (!located) throw new VisitFailure('selector_not_found');
}

/** Scrolls the selector's match into view, so that it loads as for a user; returns whether the page scrolled. */
export async function scrollToSelector(session: PageSession, selector: string): Promise<boolean> {
  const { hasScrolled } = await locate(session, selector, true);
  return hasScrolled;
}

/** Measures the area of the page to show. Throws `selector_not_found` and `selector_empty`. */
export async function measureArea(session: PageSession, request: CaptureRequest): Promise<CaptureArea> {
  if (request.clip) return { area: request.clip, isInViewport: false, isCut: false };
  if (request.selector !== null) return measureElement(session, request.selector);
  const { viewport } = await locate(session, null);
  if (!request.fullPage) return { area: viewport, isInViewport: true, isCut: false };
  const { height } = await session.layout();
  return cut({ x: 0, y: 0, width: viewport.width, height: Math.max(height, viewport.height) });
}

async function measureElement(session: PageSession, selector: string): Promise<CaptureArea> {
  const { isFound, box, viewport } = await locate(session, selector);
  if (!isFound) throw new VisitFailure('selector_not_found');
  const [x, y] = [Math.max(0, Math.floor(box.x)), Math.max(0, Math.floor(box.y))];
  const width = Math.ceil(box.x + box.width) - x;
  const height = Math.ceil(box.y + box.height) - y;
  if (box.width < 1 || box.height < 1 || width < 1 || height < 1) throw new VisitFailure('selector_empty');
  const { area, isCut } = cut({ x, y, width: Math.min(width, WIDTH_MAX), height });
  const isInViewport =
    x >= viewport.x &&
    y >= viewport.y &&
    x + area.width <= viewport.x + viewport.width &&
    y + area.height <= viewport.y + viewport.height;
  return { area, isInViewport, isCut };
}

function cut(area: Clip): CaptureArea {
  const height = Math.min(area.height, HEIGHT_MAX, Math.floor(PIXELS_MAX / area.width));
  return { area: { ...area, height }, isInViewport: false, isCut: height < area.height };
}

async function locate(session: PageSession, selector: string | null, scroll = false): Promise<LocatedElement> {
  const located = await session.ask(locateElement, { selector, scroll });
  if (!located || located.isInvalid) {
    throw new VisitFailure('selector_not_found', {
      message: 'The browser cannot use the selector on this page; check it, or leave it out.',
    });
  }
  return located;
}
