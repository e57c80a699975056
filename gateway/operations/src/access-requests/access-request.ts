import { z } from 'zod';
import { Id, NullableTimestamp, Timestamp } from '../schemas/scalars.js';

export const GrantScope = z.enum(['deal.amount', 'influencer.revenue']);

export const AccessRequestStatus = z.enum(['pending', 'approved', 'denied', 'revoked']);

export const AccessRequest = z
  .object({
    id: Id,
    ownerId: Id,
    requesterId: Id,
    scope: GrantScope,
    entityId: Id.nullable().describe('Null means all that the owner shares with who asks.'),
    reason: z.string(),
    status: AccessRequestStatus,
    expiresAt: NullableTimestamp,
    decidedAt: NullableTimestamp,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    version: z.int(),
  })
  .meta({ id: 'AccessRequest' });
