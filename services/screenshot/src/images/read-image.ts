import type { UserPrincipal } from '@svc/chassis/calls/principal';
import type { Db } from '@svc/chassis/postgres/pool';
import { derivedKey, originalKey } from '@svc/objects/store/object-keys';
import type { ScreenshotRow } from '../screenshots/screenshot.js';
import { assertLives, notUploaded, screenshotNotFound } from '../screenshots/screenshot-errors.js';
import { findSeenScreenshot } from '../screenshots/screenshot-list-repo.js';

/** A variant of an image: the original, the public display image, or a thumbnail. */
export type Variant = 'original' | 'display' | `thumb-${160 | 480 | 1280}`;

/** A stored object and its response metadata. */
export interface ImageFile {
  readonly key: string;
  readonly contentType: string;
  /** Unquoted. */
  readonly etag: string;
  readonly filename: string;
}

/** Finds an image the caller may see. Throws NOT_FOUND, SCREENSHOT_NOT_UPLOADED. */
export async function findImage(
  db: Db,
  user: UserPrincipal,
  screenshotId: string,
  variant: Variant,
): Promise<ImageFile> {
  const found = await findSeenScreenshot(db, user, screenshotId);
  if (!found) throw screenshotNotFound();
  return fileOf(found, variant);
}

/** Returns the file of a screenshot's image. Throws SCREENSHOT_NOT_UPLOADED, and CONFLICT for an expired or deleted one. */
export function fileOf({ image, shortId, status }: ScreenshotRow, variant: Variant): ImageFile {
  assertLives({ status });
  if (!image) throw notUploaded(status);
  const isOriginal = variant === 'original';
  const contentType = isOriginal ? image.contentType : 'image/webp';
  return {
    key: isOriginal ? originalKey(image.sha256) : derivedKey(image.sha256, variant),
    contentType,
    etag: `${image.sha256}-${variant}`,
    filename: `screenshot-${shortId}.${contentType.split('/')[1] ?? 'img'}`,
  };
}
