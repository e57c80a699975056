import type { VideoCard } from '@svc/video-pages/pages/list-video-links';
import type { VideoPage } from '@svc/video-pages/pages/read-video-page';
import type { VisitOutcome } from './page-visitor.js';

/** The contents of a list page. */
export interface ListedPage {
  /** The page's final address. */
  readonly finalUrl: string;
  readonly cards: readonly VideoCard[];
}

/** A fetched caption track. */
export interface FetchedTrack {
  readonly language: string | null;
  readonly kind: string | null;
  readonly body: string;
}

/** The contents of a video's page. */
export interface ReadVideo {
  readonly finalUrl: string;
  readonly page: VideoPage;
  readonly tracks: readonly FetchedTrack[];
}

/** Reads web pages, or built-in sample pages. */
export interface PageReader {
  /** Videos that a page links to. */
  list(address: string): Promise<VisitOutcome<ListedPage>>;
  /** The facts on a video's page, with its caption tracks. */
  read(address: string, canonicalKey: string): Promise<VisitOutcome<ReadVideo>>;
  /** The target of a short link; null when unknown. */
  resolve(address: string): Promise<string | null>;
  /** Whether a browser was needed and failed to start. */
  readonly lacksBrowser: boolean;
  close(): Promise<void>;
}
