import type { ImageType } from '@svc/images/formats/image-type';
import type { DetectedViewsDetail } from '@svc/proto/screenshot/v1/screenshot_service';

export type ScreenshotStatus = 'pending' | 'processing' | 'uploaded' | 'failed' | 'expired' | 'deleted';

/** How a screenshot was made; set by the server only. `extension_captured` comes from earlier versions and is no longer assigned. */
export type Grade = 'server_captured' | 'extension_captured' | 'uploaded';

export interface StoredImage {
  readonly sha256: string;
  readonly contentType: ImageType;
  readonly bytes: number;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly frames: number;
}

export interface CaptureFacts {
  readonly jobId: string;
  readonly finalUrl: string;
  readonly httpStatus: number;
  readonly title: string;
  readonly remoteAddress: string | null;
  readonly pageChanges: string[];
  readonly durationMs: number;
  readonly browserVersion: string;
}

/** Why a screenshot has no image. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly retryable: boolean;
}

export interface PhotoLink {
  readonly linkId: string;
  readonly shortUrl: string;
  readonly directUrl: string;
}

/** The deal and video a screenshot is linked to. */
export interface LinkedTo {
  readonly dealId: string;
  readonly videoId: string | null;
}

export interface ScreenshotRow {
  readonly id: string;
  readonly ownerId: string;
  readonly shortId: string;
  readonly status: ScreenshotStatus;
  readonly origin: 'upload' | 'capture';
  readonly grade: Grade | null;
  readonly dealId: string | null;
  readonly videoId: string | null;
  readonly sourceUrl: string | null;
  readonly canonicalKey: string | null;
  readonly platform: string | null;
  readonly detectedViews: number | null;
  readonly detectedDetail: DetectedViewsDetail | null;
  readonly image: StoredImage | null;
  readonly warnings: string[];
  readonly capture: CaptureFacts | null;
  readonly failure: Failure | null;
  readonly note: string | null;
  readonly wantsShortLink: boolean;
  readonly shortLink: PhotoLink | null;
  readonly capturedAt: Date | null;
  readonly expiresAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly version: number;
}

/** A screenshot and the viewer's teams it is shared with; empty for its owner. */
export interface SeenScreenshot extends ScreenshotRow {
  readonly teamIds: string[];
}
