import { Deadline } from '@svc/chassis/schemas/deadline';
import { Id, NullableTimestamp, stamps, text } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { NewPassword } from './account.js';
import { disabledByAdmin } from './disabled-by-admin.js';

export const ExternalEntity = z.enum(['deal', 'contact', 'influencer']);

const FieldName = text(64);

/** Field names, or a map from names to whether they are shown. */
const VisibleFields = z
  .union(
    [z.array(FieldName).max(64), z.record(FieldName, z.boolean()).refine((map) => Object.keys(map).length <= 64)],
    'must be a list of at most 64 names of fields, or an object of such names with true or false.',
  )
  .transform((input) => {
    if (Array.isArray(input)) return { visibleFields: input, hiddenFields: [] };
    const namesWhere = (wanted: boolean): string[] => Object.keys(input).filter((name) => input[name] === wanted);
    return { visibleFields: namesWhere(true), hiddenFields: namesWhere(false) };
  });

/** Input fields of creating and updating an external share. */
export const externalShareFields = {
  expiresAt: Deadline.nullable()
    .optional()
    .describe(
      'When the link expires: an instant in the future, or a date, which lasts until the end of that day in your time zone.',
    ),
  maxViews: z.int().min(1).max(1_000_000).nullable().optional(),
  visibleFields: VisibleFields.optional().describe(
    'What the link shows: exactly the names in a list, or the names that are true in a map; with none, only the type of the record. ' +
      'By default a new link shows the fields without money, notes and contact details.',
  ),
  isActive: z.boolean().optional(),
  password: NewPassword.nullable().optional(),
};

export const ExternalShare = z
  .object({
    id: Id,
    entityType: ExternalEntity,
    entityId: Id,
    entityTitle: z.string(),
    url: z.string(),
    expiresAt: NullableTimestamp,
    maxViews: z.int().nullable(),
    visibleFields: z.array(z.string()),
    isActive: z.boolean().describe('Whether you have it enabled.'),
    switchedOffByAdmin: disabledByAdmin,
    viewCount: z.int(),
    hasPassword: z.boolean(),
    ...stamps,
  })
  .meta({ id: 'ExternalShare' });

/** Adds the shared link's address. */
export function withUrl<Share extends { token: string }>(share: Share, baseUrl: string) {
  return { ...share, url: `${baseUrl}/s/${share.token}` };
}

/** Last part of a share's link. */
export const ShareToken = z.string().regex(/^[A-Za-z0-9_-]{1,100}$/, 'must be the last part of a link.');
