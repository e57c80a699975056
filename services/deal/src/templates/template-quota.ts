import type { AppError } from '@svc/chassis/errors/app-error';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import { MEBIBYTE } from '@svc/chassis/limits/mebibyte';
import { createRateLimit } from '@svc/chassis/limits/rate-limit';
import type { Log } from '@svc/chassis/logging/log';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { UsageService } from '@svc/proto/usage/v1/usage_service';
import { dealError } from '../error-codes.js';
import { findTemplateUsage, lockTemplatesOf } from './template-usage-repo.js';

/** Templates with attachments that a user and the user's agents together may store per hour. */
const UPLOADS_AN_HOUR = 240;

export interface TemplateQuotaOptions {
  /** Maximum templates of a user, of messages and of deals together. */
  readonly templatesMax: number;
  /** Maximum bytes of all their attachments. */
  readonly bytesMax: number;
  readonly uploadsAnHour?: number;
  readonly redisUrl: string | undefined;
  readonly log: Log;
}

/** Limits of a user's templates. */
export interface TemplateQuota {
  /** Counts an upload of a template with this many attachments; without attachments it is free. Throws RATE_LIMITED. */
  countUpload(userId: string, attachments: number): Promise<void>;
  /** Throws TEMPLATE_QUOTA_EXCEEDED when the user is over the quota; called after a write. */
  confirm(tx: Tx, userId: string): Promise<void>;
  readonly templatesMax: number;
  readonly bytesMax: number;
  close(): void;
}

/** Counts uploads in Redis for all replicas, or in memory without Redis; quotas are counted in the database. */
export function createTemplateQuota(options: TemplateQuotaOptions): TemplateQuota {
  const { templatesMax, bytesMax, uploadsAnHour = UPLOADS_AN_HOUR, redisUrl, log } = options;
  const window = { tries: uploadsAnHour, windowSeconds: 60 * 60 };
  const what = 'store templates with attachments';
  const uploads = createRateLimit({ name: 'deal:template-hour', ...window, what, redisUrl, log });
  return {
    templatesMax,
    bytesMax,
    async countUpload(userId, attachments) {
      if (attachments > 0) await uploads.countTry(userId);
    },
    async confirm(tx, userId) {
      // Locks first, so that rows of this user's concurrent writes are visible.
      await lockTemplatesOf(tx, userId);
      const { templates, bytes } = await findTemplateUsage(tx, userId);
      if (templates > templatesMax) throw quotaExceeded(`You would have more than ${templatesMax} templates`);
      const megabytes = Math.floor(bytesMax / MEBIBYTE);
      if (bytes > bytesMax)
        throw quotaExceeded(`The attachments of your templates would take more than ${megabytes} MB`);
    },
    close: () => uploads.close(),
  };
}

function quotaExceeded(what: string): AppError {
  return dealError('TEMPLATE_QUOTA_EXCEEDED', `${what}. Delete some templates first.`);
}

/** Reports how much of their quota users have used. */
export function templateUsageHandlers(
  pool: Pool,
  { templatesMax, bytesMax }: Pick<TemplateQuota, 'templatesMax' | 'bytesMax'>,
): ServiceHandlers<typeof UsageService> {
  return {
    getUsage: async (_request, { user }) => {
      const { templates, bytes } = await findTemplateUsage(pool, user.userId);
      return { records: templates, recordsMax: templatesMax, bytes, bytesMax };
    },
  };
}
