import { z } from 'zod';
import { CalendarDate, Id, InstantInput, NullableTimestamp, Timestamp } from './scalars.js';

export const ExternalEntity = z.enum(['deal', 'contact', 'influencer']);

const FieldName = z.string().trim().min(1).max(64);

/** Names, or a map of names to whether they are shown. */
const VisibleFields = z
  .union([
    z.array(FieldName).max(64),
    z.record(FieldName, z.boolean()).refine((map) => Object.keys(map).length <= 64, 'At most 64 names.'),
  ])
  .transform((given) =>
    Array.isArray(given)
      ? given
      : Object.entries(given)
          .filter(([, isShown]) => isShown)
          .map(([name]) => name),
  );

/** The fields that an external share is created and changed with (interface specification section 2). */
export const externalShareFields = {
  expiresAt: z
    .union([CalendarDate, InstantInput])
    .transform((text) => new Date(text))
    .nullable()
    .optional()
    .describe('When the link ends, in the future; a date means its start in UTC.'),
  maxViews: z.int().min(1).max(1_000_000).nullable().optional(),
  visibleFields: VisibleFields.optional().describe('Defaults to fields without money, notes and contact data.'),
  isActive: z.boolean().optional(),
  password: z.string().min(8).max(200).nullable().optional(),
};

export const ExternalShare = z
  .object({
    id: Id,
    entityType: ExternalEntity,
    entityId: Id,
    url: z.string(),
    expiresAt: NullableTimestamp,
    maxViews: z.int().nullable(),
    visibleFields: z.array(z.string()),
    isActive: z.boolean(),
    viewCount: z.int(),
    hasPassword: z.boolean(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    version: z.int(),
  })
  .meta({ id: 'ExternalShare' });

/** A share with the link that leads to it. */
export function withUrl<Share extends { token: string }>(share: Share | null, baseUrl: string) {
  return share && { ...share, url: `${baseUrl}/s/${share.token}` };
}

/** Last part of a link. */
export const ShareToken = z.string().regex(/^[A-Za-z0-9_-]{1,100}$/, 'Not the token of a link.');
