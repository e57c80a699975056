import type { VideoCard } from '@svc/video-pages/pages/list-video-links';
import type { VideoPage } from '@svc/video-pages/pages/read-video-page';
import type { VisitOutcome } from './page-visitor.js';

/** What a page lists. */
export interface ListedPage {
  /** Where the page was in the end. */
  readonly finalUrl: string;
  readonly cards: readonly VideoCard[];
}

/** A caption track as it was fetched. */
export interface FetchedTrack {
  readonly language: string | null;
  readonly kind: string | null;
  readonly body: string;
}

/** What the page of a video says. */
export interface ReadVideo {
  readonly finalUrl: string;
  readonly page: VideoPage;
  readonly tracks: readonly FetchedTrack[];
}

/** Reads pages of the web, or built-in sample pages. */
export interface PageReader {
  /** Videos that a page leads to. */
  list(address: string): Promise<VisitOutcome<ListedPage>>;
  /** What the page of a video says of it, with its caption tracks. */
  read(address: string, canonicalKey: string): Promise<VisitOutcome<ReadVideo>>;
  /** Where a short link leads; null when that is not known. */
  resolve(address: string): Promise<string | null>;
  /** Whether a browser was needed that did not start. */
  readonly lacksBrowser: boolean;
  close(): Promise<void>;
}
