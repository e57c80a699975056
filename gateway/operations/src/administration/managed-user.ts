import { Id, NullableTimestamp, stamps } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';

export const ManagedUser = z
  .object({
    id: Id,
    email: z.string(),
    name: z.string(),
    role: z.enum(['user', 'admin']),
    disabledAt: NullableTimestamp,
    ...stamps,
  })
  .meta({ id: 'ManagedUser' });
