import { Id, NullableTimestamp, stamps } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';

export const GrantScope = z.enum(['deal.amount', 'influencer.revenue']);

export const AccessRequestStatus = z.enum(['pending', 'approved', 'denied', 'revoked']);

export const AccessRequest = z
  .object({
    id: Id,
    ownerId: Id,
    requesterId: Id,
    scope: GrantScope,
    entityId: Id.nullable().describe('Null means everything the owner shares with the requester.'),
    reason: z.string(),
    status: AccessRequestStatus,
    expiresAt: NullableTimestamp,
    decidedAt: NullableTimestamp,
    ...stamps,
  })
  .meta({ id: 'AccessRequest' });
