import { Id, NullableTimestamp, stamps } from '@svc/chassis/schemas/scalars';
import { linkFields } from '@svc/image-routes/photo-routes';
import { z } from 'zod';
import { Access } from './deal.js';
import { disabledByAdmin } from './disabled-by-admin.js';

/** Description of fields about the upload, because visitors see a smaller copy of another type. */
const UPLOADED = 'Of the uploaded image.';

export const ShortLink = z
  .object({
    id: Id,
    ownerId: Id,
    shortId: z.string(),
    shortUrl: z.string(),
    kind: z.enum(['url', 'photo']),
    url: z.string().nullable().describe('Target URL; null for photos.'),
    targetHost: z.string().nullable().describe('Host of the target, in readable form.'),
    title: z.string().nullable(),
    campaign: z.string().nullable(),
    tags: z.array(z.string()),
    dealId: Id.nullable(),
    clicks: z.int().describe('Clicks by people, excluding bots.'),
    lastClickAt: NullableTimestamp,
    expiresAt: NullableTimestamp,
    isActive: z.boolean().describe('Whether it is enabled; an enabled link may still have expired.'),
    switchedOffByAdmin: disabledByAdmin,
    isFlagged: z
      .boolean()
      .describe(
        'Whether the link was found harmful: it opens only after a warning, whatever its current target, and a photo returns 410.',
      ),
    photo: z
      .object({
        contentType: z.string().describe(UPLOADED),
        bytes: z.int().min(0).describe(UPLOADED),
        width: z.int().min(0).describe(UPLOADED),
        height: z.int().min(0).describe(UPLOADED),
        directUrl: z.string().describe('URL of the public image: WebP, at most 4096 pixels wide and high.'),
      })
      .nullable(),
    clientId: z.string().nullable().describe('The agent that created it; null for your own.'),
    ...stamps,
    access: Access,
  })
  .meta({ id: 'ShortLink' });

/** Target of a link. */
export const TargetUrl = z
  .string()
  .trim()
  .max(20_000)
  .describe('http or https, at most 8192 characters. An empty target is rejected like any other malformed one.');

/** Input fields of creating and updating a link to a URL. */
export const shortLinkFields = {
  ...linkFields,
  dealId: Id.nullable().optional().describe('A deal you may edit.'),
};
