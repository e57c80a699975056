import { inSpan, SpanKind } from '@svc/chassis/telemetry/spans';
import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { measureArea, scrollToSelector, waitForSelector, type CaptureArea } from './area.js';
import { CaptureFailure } from './capture-failure.js';
import type { CaptureLimits } from './capture-limits.js';
import type { CaptureOutcome, CaptureRequest, PageChange } from './capture-request.js';
import { checkCaptureTarget, type TargetRules } from './capture-target.js';
import { handleConsent } from './consent/handle-consent.js';
import type { EgressJob } from './egress-proxy/egress-job.js';
import { detectPageViews } from './findings/detect-page-views.js';
import { MainDocumentWatch } from './main-document.js';
import { checkPage, type MainDocument } from './obstacles/check-page.js';
import { PageSession } from './page-session.js';

const JPEG_QUALITY = 85;
const FINAL_URL_LENGTH_MAX = 8_192;
const WENT_ELSEWHERE =
  'The page went elsewhere while its image was taken; try again, or capture the page that it leads to.';

export interface PageCapture {
  readonly request: CaptureRequest;
  readonly context: BrowserContext;
  readonly job: EgressJob;
  readonly rules: TargetRules;
  readonly limits: CaptureLimits;
  /** Of the browser. */
  readonly version: string;
}

type Captured = Extract<CaptureOutcome, { ok: true }>;

interface OpenPage extends PageCapture {
  readonly page: Page;
  readonly session: PageSession;
  readonly watch: MainDocumentWatch;
  readonly changes: Set<PageChange>;
}

/** Opens the page in a fresh context and takes its image. Throws `CaptureFailure`; the caller closes the context, whatever happens. */
export async function capturePage(capture: PageCapture): Promise<Captured> {
  const startedAt = performance.now();
  const { request, context, job, limits, version } = capture;
  const changes = new Set<PageChange>();
  const page = await context.newPage();
  refuseInterruptions(page, changes);
  const watch = new MainDocumentWatch(page, job);
  const session = await PageSession.open(page, limits);
  const open: OpenPage = { ...capture, page, session, watch, changes };

  await inSpan('capture navigation', { kind: SpanKind.INTERNAL }, () => navigate(open));
  await checkPage(session, await watch.current());
  await inSpan('capture consent', { kind: SpanKind.INTERNAL }, () => settle(open));
  await pause(request.delayMs);

  const opened = watch.opened;
  const document = await currentDocument(open);
  const { title } = await checkPage(session, document);
  const area = await measureArea(session, request);
  const detected = await detectPageViews(session, {
    url: document.url.href,
    canonicalKey: request.canonicalKey,
    area: area.area,
  });
  const image = await inSpan('capture shot', { kind: SpanKind.INTERNAL }, () => shoot(open, area));
  // What the image shows has to be the document that was judged.
  if (watch.opened !== opened) throw new CaptureFailure('timeout', { message: WENT_ELSEWHERE });
  return {
    ok: true,
    image,
    contentType: `image/${request.format}`,
    capturedAt: new Date(),
    capture: {
      finalUrl: document.url.href,
      httpStatus: document.httpStatus,
      title,
      remoteAddress: watch.remoteAddress(document.url),
      pageChanges: [...changes],
      durationMs: Math.round(performance.now() - startedAt),
      browserVersion: version,
    },
    warnings: area.isCut ? ['HEIGHT_CUT'] : [],
    detected,
  };
}

/** Nothing that a page puts before itself stays. */
function refuseInterruptions(page: Page, changes: Set<PageChange>): void {
  page.on('dialog', (dialog) => {
    changes.add('dialog_dismissed');
    dialog.dismiss().catch(() => undefined);
  });
  page.context().on('page', (other) => {
    if (other === page) return;
    changes.add('popup_closed');
    other.close().catch(() => undefined);
  });
}

async function navigate({ page, request, rules, watch, limits }: OpenPage): Promise<void> {
  const target = checkCaptureTarget(request.captureUrl ?? request.sourceUrl, rules);
  if (!target.ok) throw new CaptureFailure('blocked_target', { message: `The address ${target.problem}` });
  try {
    await page.goto(target.url, { waitUntil: 'domcontentloaded', timeout: limits.navigationMs });
  } catch (error) {
    throw watch.failure(error);
  }
  await waitForLoad(page, limits);
}

/** Many pages never finish loading, and are there all the same. */
async function waitForLoad(page: Page, { loadMs }: CaptureLimits): Promise<void> {
  await page.waitForLoadState('load', { timeout: loadMs }).catch(() => undefined);
}

/** Brings the page to what people see of it: without a consent banner, with what the request waits for. */
async function settle({ page, session, request, limits, changes }: OpenPage): Promise<void> {
  const { consent, waitForSelector: awaited, selector } = request;
  const startedAt = performance.now();
  const dealWithConsent = async (): Promise<void> => {
    const left = limits.consentMs - (performance.now() - startedAt);
    for (const change of await handleConsent(session, consent, left)) changes.add(change);
  };
  await dealWithConsent();
  // The question may have been a page of its own, and the answer leads on.
  if (changes.has('consent_rejected')) await waitForLoad(page, limits);
  if (awaited !== null) await waitForSelector(session, awaited, limits);
  if (selector !== null) {
    await waitForSelector(session, selector, limits);
    if (await scrollToSelector(session, selector)) changes.add('scrolled');
  }
  if (awaited !== null || selector !== null) await dealWithConsent();
}

async function currentDocument({ watch, rules }: OpenPage): Promise<MainDocument> {
  const document = await watch.current();
  if (!checkCaptureTarget(document.url.href, rules, FINAL_URL_LENGTH_MAX).ok)
    throw new CaptureFailure('blocked_target');
  return document;
}

function shoot({ session, request }: OpenPage, { area, isInViewport }: CaptureArea): Promise<Buffer> {
  return session.shoot(area, request.format, request.quality ?? JPEG_QUALITY, isInViewport);
}
