import { EgressJob } from '@svc/guarded-browser/egress-proxy/egress-job';
import { followRedirects } from '@svc/guarded-browser/egress-proxy/follow-redirects';
import { readLinks } from '@svc/guarded-browser/findings/read-links';
import { readTexts } from '@svc/guarded-browser/findings/read-texts';
import { readVideoFindings } from '@svc/guarded-browser/findings/read-video-findings';
import type { OpenedPage } from '@svc/guarded-browser/visits/opened-page';
import { VISIT_LIMITS } from '@svc/guarded-browser/visits/visit-limits';
import type { CaptionTrack } from '@svc/video-pages/metadata/video-metadata';
import { listVideoLinks, type VideoCard } from '@svc/video-pages/pages/list-video-links';
import { readVideoPage } from '@svc/video-pages/pages/read-video-page';
import type { FetchedTrack, ListedPage, PageReader, ReadVideo } from './page-reader.js';
import { AREA, openPageVisitor, type PageVisitorOptions } from './page-visitor.js';

const SCROLLS_MAX = 3;
/** Milliseconds to wait for a list to grow after scrolling. */
const SCROLL_MS = 1_500;
const TRACKS_MAX = 5;
const TRACK_BYTES_MAX = 1_000_000;
const HOPS_MAX = 5;
const HOP_MS = 10_000;

export interface LivePagesOptions extends PageVisitorOptions {
  /** The current day, `YYYY-MM-DD`. */
  readonly today: string;
}

/** Opens web pages behind the egress guard, in a browser that starts on first use. */
export function openLivePages(options: LivePagesOptions): PageReader {
  const visitor = openPageVisitor(options);
  return {
    list: (address) => visitor.visit(address, listPage),
    read: (address, canonicalKey) => visitor.visit(address, (page) => readPage(page, canonicalKey, options.today)),
    resolve: (address) => resolveShortLink(address, options),
    get lacksBrowser() {
      return visitor.lacksBrowser;
    },
    close: () => visitor.close(),
  };
}

/** Scrolls until the list stops growing, then reads it. */
async function listPage(page: OpenedPage): Promise<ListedPage> {
  let cards: readonly VideoCard[] = await listCards(page);
  for (let scrolls = 0; scrolls < SCROLLS_MAX; scrolls += 1) {
    await page.scrollOn(SCROLL_MS);
    const more = await listCards(page);
    if (more.length <= cards.length) break;
    cards = more;
  }
  return { finalUrl: (await page.check()).url.href, cards };
}

async function listCards({ session, watch }: OpenedPage): Promise<VideoCard[]> {
  const { url } = await watch.current();
  const [{ links }, { scripts }] = [await readLinks(session), await readTexts(session, AREA)];
  return listVideoLinks({ url: url.href, anchors: links, scripts });
}

async function readPage(page: OpenedPage, requestedKey: string, today: string): Promise<ReadVideo> {
  const { url } = await page.check();
  // Comments are loaded on scrolling.
  await page.scrollOn(SCROLL_MS);
  const findings = await readVideoFindings(page.session, { url: url.href, requestedKey, area: AREA });
  const video = readVideoPage(findings, { today });
  return { finalUrl: url.href, page: video, tracks: await fetchTracks(page, video.captionTracks) };
}

/** Skips tracks that fail to load, because captions are only hints. */
async function fetchTracks(page: OpenedPage, tracks: readonly CaptionTrack[]): Promise<FetchedTrack[]> {
  const fetched: FetchedTrack[] = [];
  for (const { url, language, kind } of tracks.slice(0, TRACKS_MAX)) {
    const body = await page.fetchText(url, TRACK_BYTES_MAX).catch(() => undefined);
    if (body !== undefined) fetched.push({ language, kind, body });
  }
  return fetched;
}

async function resolveShortLink(address: string, { rules, signal }: LivePagesOptions): Promise<string | null> {
  const job = new EgressJob(VISIT_LIMITS, () => undefined);
  const onAbort = (): void => job.end();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await followRedirects(address, { job, rules, timeoutMs: HOP_MS }, HOPS_MAX);
  } catch {
    return null;
  } finally {
    signal.removeEventListener('abort', onAbort);
    job.end();
  }
}
