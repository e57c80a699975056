import { setTimeout as pause } from 'node:timers/promises';
import { inSpan, SpanKind } from '@svc/chassis/telemetry/spans';
import { detectPageViews } from '@svc/guarded-browser/findings/detect-page-views';
import type { OpenedPage } from '@svc/guarded-browser/visits/opened-page';
import { VisitFailure } from '@svc/guarded-browser/visits/visit-failure';
import { type CaptureArea, measureArea, scrollToSelector, waitForSelector } from './area.js';
import type { CaptureLimits } from './capture-limits.js';
import type { CaptureOutcome, CaptureRequest } from './capture-request.js';

const JPEG_QUALITY = 85;
const WENT_ELSEWHERE =
  'The page navigated away while its image was being taken; try again, or capture the page that it leads to.';

export interface PageCapture {
  readonly request: CaptureRequest;
  readonly limits: CaptureLimits;
  /** Browser version. */
  readonly version: string;
}

type Captured = Extract<CaptureOutcome, { ok: true }>;

/** Opens the requested page and takes its image. Throws `VisitFailure`. */
export async function capturePage(page: OpenedPage, { request, limits, version }: PageCapture): Promise<Captured> {
  const startedAt = performance.now();
  const { session, watch, changes } = page;

  const navigating = (): Promise<void> => page.navigate(request.captureUrl ?? request.sourceUrl);
  await inSpan('capture navigation', { kind: SpanKind.INTERNAL }, navigating);
  await page.check();
  await inSpan('capture consent', { kind: SpanKind.INTERNAL }, () => settle(page, request, limits));
  await pause(request.delayMs);

  const opened = watch.opened;
  const document = await page.check();
  const area = await measureArea(session, request);
  const detected = await detectPageViews(session, {
    url: document.url.href,
    canonicalKey: request.canonicalKey,
    area: area.area,
  });
  const image = await inSpan('capture shot', { kind: SpanKind.INTERNAL }, () => shoot(page, request, area));
  // The image must show the document that was checked.
  if (watch.opened !== opened) throw new VisitFailure('timeout', { message: WENT_ELSEWHERE });
  return {
    ok: true,
    image,
    contentType: `image/${request.format}`,
    capturedAt: new Date(),
    capture: {
      finalUrl: document.url.href,
      httpStatus: document.httpStatus,
      title: document.title,
      remoteAddress: watch.remoteAddress(document.url),
      pageChanges: [...changes],
      durationMs: Math.round(performance.now() - startedAt),
      browserVersion: version,
    },
    warnings: area.isCut ? ['HEIGHT_CUT'] : [],
    detected,
  };
}

/** Prepares the page as users see it: dismisses the consent banner and waits for the requested selectors. */
async function settle(page: OpenedPage, request: CaptureRequest, limits: CaptureLimits): Promise<void> {
  const { consent, waitForSelector: awaited, selector } = request;
  const startedAt = performance.now();
  const dealWithConsent = (): Promise<void> =>
    page.dealWithConsent(consent, limits.consentMs - (performance.now() - startedAt));
  await dealWithConsent();
  if (awaited !== null) await waitForSelector(page.session, awaited, limits);
  if (selector !== null) {
    await waitForSelector(page.session, selector, limits);
    if (await scrollToSelector(page.session, selector)) page.changes.add('scrolled');
  }
  if (awaited !== null || selector !== null) await dealWithConsent();
}

function shoot({ session }: OpenedPage, request: CaptureRequest, { area, isInViewport }: CaptureArea): Promise<Buffer> {
  return session.shoot(area, request.format, request.quality ?? JPEG_QUALITY, isInViewport);
}
