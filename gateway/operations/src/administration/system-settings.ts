import { z } from 'zod';
import { Timestamp } from '../schemas/scalars.js';

export const SystemSettings = z
  .object({
    maintenanceMode: z.boolean(),
    allowPublicSignup: z.boolean(),
    copilotFreeDailyLimit: z.int(),
    updatedAt: Timestamp,
    version: z.int(),
  })
  .meta({ id: 'SystemSettings' });
