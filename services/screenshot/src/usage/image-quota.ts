import type { AppError } from '@svc/chassis/errors/app-error';
import { MEBIBYTE } from '@svc/chassis/limits/mebibyte';
import { createRateLimit } from '@svc/chassis/limits/rate-limit';
import type { Log } from '@svc/chassis/logging/log';
import type { Db } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';
import { screenshotError } from '../error-codes.js';
import { findUsage, type ImageUsage } from './usage-repo.js';

/** Reservations and uploads per hour, of a user and the user's agents together; a reserved image costs two. */
const UPLOADS_AN_HOUR = 1_200;

export interface ImageQuotaOptions {
  /** Maximum screenshots of a user, including reservations. */
  readonly imagesMax: number;
  /** Maximum bytes of all their images. */
  readonly bytesMax: number;
  readonly uploadsAnHour?: number;
  readonly redisUrl: string | undefined;
  readonly log: Log;
}

/** Storage quota and upload rate of users. */
export interface ImageQuota {
  /** Counts a reservation or upload before the body is read. Throws RATE_LIMITED. */
  countUpload(userId: string): Promise<void>;
  /** Throws SCREENSHOT_QUOTA_EXCEEDED unless this many more images and bytes fit. */
  check(db: Db, userId: string, more: { readonly images?: number; readonly bytes: number }): Promise<void>;
  /** Throws SCREENSHOT_QUOTA_EXCEEDED when over the quota; call after a write in the same transaction. */
  confirm(tx: Tx, userId: string): Promise<void>;
  readonly imagesMax: number;
  readonly bytesMax: number;
  close(): void;
}

/** Counts uploads in Redis across replicas, or in memory without it; usage is in the database. */
export function createImageQuota({ imagesMax, bytesMax, uploadsAnHour, redisUrl, log }: ImageQuotaOptions): ImageQuota {
  const window = { tries: uploadsAnHour ?? UPLOADS_AN_HOUR, windowSeconds: 60 * 60 };
  const uploads = createRateLimit({
    name: 'screenshot:upload-hour',
    ...window,
    what: 'reserve and upload screenshots',
    redisUrl,
    log,
  });
  const assertWithin = ({ images, bytes }: ImageUsage): void => {
    if (bytes > bytesMax) throw quotaExceeded(`take more than ${Math.floor(bytesMax / MEBIBYTE)} MB`);
    if (images > imagesMax) throw quotaExceeded(`be more than ${imagesMax}`);
  };
  return {
    imagesMax,
    bytesMax,
    countUpload: (userId) => uploads.countTry(userId),
    async check(db, userId, more) {
      const { images, bytes } = await findUsage(db, userId);
      assertWithin({ images: images + (more.images ?? 0), bytes: bytes + more.bytes });
    },
    async confirm(tx, userId) {
      assertWithin(await findUsage(tx, userId));
    },
    close: () => uploads.close(),
  };
}

function quotaExceeded(would: string): AppError {
  const message = `Your screenshots would ${would}. Delete some screenshots first.`;
  return screenshotError('SCREENSHOT_QUOTA_EXCEEDED', message);
}
