import type { VideoCard } from '@svc/video-pages/pages/list-video-links';
import type { VideoPage } from '@svc/video-pages/pages/read-video-page';
import type { VisitOutcome } from './page-visitor.js';

/** Contents of a list page. */
export interface ListedPage {
  /** Final URL of the page. */
  readonly finalUrl: string;
  readonly cards: readonly VideoCard[];
}

export interface FetchedTrack {
  readonly language: string | null;
  readonly kind: string | null;
  readonly body: string;
}

/** Contents of a video's page. */
export interface ReadVideo {
  readonly finalUrl: string;
  readonly page: VideoPage;
  readonly tracks: readonly FetchedTrack[];
}

/** Reads web pages, or built-in mock pages. */
export interface PageReader {
  /** Lists the videos a page links to. */
  list(address: string): Promise<VisitOutcome<ListedPage>>;
  /** Reads the facts on a video's page, and its caption tracks. */
  read(address: string, canonicalKey: string): Promise<VisitOutcome<ReadVideo>>;
  /** Resolves a short link; null when it cannot. */
  resolve(address: string): Promise<string | null>;
  /** Whether a browser was needed and failed to start. */
  readonly lacksBrowser: boolean;
  close(): Promise<void>;
}
