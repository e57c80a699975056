import { Timestamp } from '@svc/chassis/schemas/scalars';
import type { SystemSettings as Sent } from '@svc/proto/identity/v1/settings_service';
import { z } from 'zod';

/** Free copilot turns per user and day. */
export const CopilotFreeDailyLimit = z.int().min(0).max(1_000_000);

/** The effective limit and where it is set. */
export const CopilotSettings = z
  .object({ copilotFreeDailyLimit: z.int(), copilotFreeDailyLimitSource: z.enum(['database', 'env', 'default']) })
  .meta({ id: 'CopilotSettings' });

export const SystemSettings = z
  .object({
    maintenanceMode: z.boolean(),
    allowPublicSignup: z.boolean(),
    ...CopilotSettings.shape,
    updatedAt: Timestamp,
    version: z.int(),
  })
  .meta({ id: 'SystemSettings' });

/** Adds the source of the limit if a replica of the previous release did not send it: there it is always the database. */
export function withSource(settings: Sent | null | undefined): Sent | null | undefined {
  return settings && { ...settings, copilotFreeDailyLimitSource: settings.copilotFreeDailyLimitSource || 'database' };
}
