import { Id, NullableTimestamp, stamps } from '@svc/chassis/schemas/scalars';
import { linkFields } from '@svc/image-routes/photo-routes';
import { z } from 'zod';
import { Access } from './deal.js';
import { switchedOffByAdmin } from './switched-off-by-admin.js';

/** Visitors see a smaller copy of the upload, of another type. */
const UPLOADED = 'Of the image that was uploaded.';

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
    isActive: z.boolean().describe('The switch alone: a link that is switched on may have expired.'),
    switchedOffByAdmin,
    isFlagged: z
      .boolean()
      .describe(
        'The link was found to be harmful: it opens only after a warning, whatever its target is now, and a photo answers 410.',
      ),
    photo: z
      .object({
        contentType: z.string().describe(UPLOADED),
        bytes: z.int().min(0).describe(UPLOADED),
        width: z.int().min(0).describe(UPLOADED),
        height: z.int().min(0).describe(UPLOADED),
        directUrl: z
          .string()
          .describe('Address of the picture that people see: WebP, at most 4096 pixels wide and high.'),
      })
      .nullable(),
    clientId: z.string().nullable().describe('The agent that made it; null when you did.'),
    ...stamps,
    access: Access,
  })
  .meta({ id: 'ShortLink' });

/** Target of a link. */
export const TargetUrl = z
  .string()
  .trim()
  .max(20_000)
  .describe('http or https, at most 8192 characters. An empty one is answered as any other malformed target is.');

/** Input fields of creating and updating a link to a URL. */
export const shortLinkFields = {
  ...linkFields,
  dealId: Id.nullable().optional().describe('A deal that you may edit.'),
};
