import type { VideoPlatformName, VideoUrl } from '@svc/video-pages/addresses/canonical-video-url';

/** A video to be stored. */
export interface NewVideo {
  readonly id: string;
  readonly dealId: string;
  /** Canonical address. */
  readonly url: string;
  /** Address as entered. */
  readonly originalUrl: string;
  /** Identity of the video; unique within a deal. */
  readonly canonicalKey: string;
  readonly platform: VideoPlatformName;
  readonly platformVideoId: string | null;
  readonly title: string | null;
  /** YYYY-MM-DD. */
  readonly postDate: string;
  /** Whether the address is a short link whose target is still unknown. */
  readonly needsResolution: boolean;
}

export interface VideoRow extends NewVideo {
  /** Value and time of the newest view log; null without one. */
  readonly latestValue: number | null;
  readonly latestCheckedAt: Date | null;
  /** Date of the earliest open check; null when all are done or the deal is not active. */
  readonly nextDueDate: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly version: number;
}

export type VideoAddress = Pick<
  NewVideo,
  'url' | 'originalUrl' | 'canonicalKey' | 'platform' | 'platformVideoId' | 'needsResolution'
>;

/** Converts a parsed link to the stored fields. */
export function addressOf(originalUrl: string, parsed: VideoUrl): VideoAddress {
  const { canonicalUrl: url, canonicalKey, platform, platformVideoId, needsResolution } = parsed;
  return { url, originalUrl, canonicalKey, platform, platformVideoId, needsResolution };
}
