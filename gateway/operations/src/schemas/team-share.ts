import { z } from 'zod';
import { Id, Timestamp } from './scalars.js';

/** What can be shared with a team. */
export const ShareableType = z.enum([
  'deal',
  'contact',
  'influencer',
  'task',
  'message_template',
  'deal_template',
  'short_link',
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
