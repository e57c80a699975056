import { z } from 'zod';
import { Id, NullableTimestamp, Timestamp } from '../schemas/scalars.js';

export const ManagedUser = z
  .object({
    id: Id,
    email: z.string(),
    name: z.string(),
    role: z.enum(['user', 'admin']),
    disabledAt: NullableTimestamp,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    version: z.int(),
  })
  .meta({ id: 'ManagedUser' });
