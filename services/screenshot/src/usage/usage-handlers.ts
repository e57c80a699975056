import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { UsageService } from '@svc/proto/usage/v1/usage_service';
import type { ImageQuota } from './image-quota.js';
import { findUsage } from './usage-repo.js';

/** Reports how much of their quota users have used. */
export function usageHandlers(
  pool: Pool,
  { imagesMax, bytesMax }: Pick<ImageQuota, 'imagesMax' | 'bytesMax'>,
): ServiceHandlers<typeof UsageService> {
  return {
    getUsage: async (_request, { user }) => {
      const { images, bytes } = await findUsage(pool, user.userId);
      return { records: images, recordsMax: imagesMax, bytes, bytesMax };
    },
  };
}
