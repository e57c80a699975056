import { Id, Timestamp } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';

/** Types of records that can be shared with a team. */
export const ShareableType = z.enum([
  'deal',
  'contact',
  'influencer',
  'task',
  'message_template',
  'deal_template',
  'short_link',
  'screenshot',
]);

export const TeamShare = z
  .object({
    id: Id,
    teamId: Id,
    entityType: ShareableType,
    entityId: Id,
    title: z.string(),
    ownerId: Id,
    createdAt: Timestamp,
  })
  .meta({ id: 'TeamShare' });
