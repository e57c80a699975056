import { z } from 'zod';
import { Access } from './deal.js';
import { Id, InstantInput, NullableTimestamp, text, Timestamp } from './scalars.js';

export const ShortLink = z
  .object({
    id: Id,
    ownerId: Id,
    shortId: z.string(),
    shortUrl: z.string(),
    kind: z.enum(['url', 'photo']),
    url: z.string().nullable().describe('Where the link leads; null for photos.'),
    targetHost: z.string().nullable().describe('Host of the target as people read it.'),
    title: z.string().nullable(),
    campaign: z.string().nullable(),
    tags: z.array(z.string()),
    dealId: Id.nullable(),
    clicks: z.int().describe('Clicks of people; bots are not among them.'),
    lastClickAt: NullableTimestamp,
    expiresAt: NullableTimestamp,
    isActive: z.boolean(),
    isFlagged: z.boolean().describe('The target was found to be harmful: the link opens only after a warning.'),
    photo: z
      .object({
        contentType: z.string(),
        bytes: z.int(),
        width: z.int(),
        height: z.int(),
        directUrl: z.string().describe('Address of the image itself.'),
      })
      .nullable(),
    clientId: z.string().nullable().describe('The agent that made it; null when you did.'),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    version: z.int(),
    access: Access,
  })
  .meta({ id: 'ShortLink' });

/** Where a link leads. */
export const TargetUrl = z.string().min(1).max(20_000).describe('http or https, at most 8192 characters.');

/** Wanted short id; an empty one counts as none. */
export const Slug = z
  .string()
  .max(200)
  .optional()
  .transform((slug) => (slug === '' ? undefined : slug))
  .describe('3-64 letters, digits, hyphens and underscores, beginning with a letter or digit.');

/** The fields that a link is created and changed with. */
export const shortLinkFields = {
  title: text(200).nullable().optional(),
  dealId: Id.nullable().optional().describe('A deal that you may edit.'),
  campaign: text(100).nullable().optional(),
  tags: z.array(text(50)).max(50).optional(),
  expiresAt: InstantInput.nullable().optional().describe('When the link stops to work; has to be in the future.'),
};
