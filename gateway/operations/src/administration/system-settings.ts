import { Timestamp } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';

export const SystemSettings = z
  .object({
    maintenanceMode: z.boolean(),
    allowPublicSignup: z.boolean(),
    copilotFreeDailyLimit: z.int(),
    updatedAt: Timestamp,
    version: z.int(),
  })
  .meta({ id: 'SystemSettings' });
