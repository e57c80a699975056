import { z } from 'zod';
import { Id, Timestamp } from './scalars.js';

export const Activity = z
  .object({
    id: Id,
    dealId: Id.nullable(),
    dealName: z.string().nullable(),
    action: z.string().describe('What happened, such as `deal.created`.'),
    operation: z.string(),
    userId: Id,
    actorKind: z.enum(['user', 'agent', 'service']),
    requestId: z.string().nullable(),
    tier: z.int().nullable(),
    changedFields: z.array(z.string()),
    count: z.int().describe('How many records it covers.'),
    createdAt: Timestamp,
  })
  .meta({ id: 'Activity' });
