import type { AppError } from '@svc/chassis/errors/app-error';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import { MEBIBYTE } from '@svc/chassis/limits/mebibyte';
import type { Db } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { UsageService } from '@svc/proto/usage/v1/usage_service';
import { shortenerError } from '../error-codes.js';
import { addPhotoUsage, findPhotoUsage } from './photo-usage-repo.js';

/** Throws `photo_quota_exceeded` for an owner whose quota is used up, before an image is read. */
export async function checkPhotoQuota(db: Db, ownerId: string, bytesMax: number): Promise<void> {
  if ((await findPhotoUsage(db, ownerId)) >= bytesMax) throw quotaExceeded(bytesMax);
}

/** Counts the image of a new link. Throws `photo_quota_exceeded` when it exceeds the quota. */
export async function countPhoto(tx: Tx, ownerId: string, bytes: number, bytesMax: number): Promise<void> {
  if (!(await addPhotoUsage(tx, ownerId, bytes, bytesMax))) throw quotaExceeded(bytesMax);
}

/** Users' quotas for photos. */
export function photoUsageHandlers(db: Db, bytesMax: number): ServiceHandlers<typeof UsageService> {
  return {
    getUsage: async (_request, { user }) => ({ records: 0, bytes: await findPhotoUsage(db, user.userId), bytesMax }),
  };
}

function quotaExceeded(bytesMax: number): AppError {
  return shortenerError(
    'photo_quota_exceeded',
    `Your photos would take more than ${Math.floor(bytesMax / MEBIBYTE)} MB. Delete some photo links first.`,
  );
}
