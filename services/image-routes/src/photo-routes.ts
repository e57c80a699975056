import { Deadline } from '@svc/chassis/schemas/deadline';
import { clearable, Id } from '@svc/chassis/schemas/scalars';
import { Tags } from '@svc/chassis/schemas/tags';
import type { ShortLink } from '@svc/proto/shortener/v1/short_link_service';
import { z } from 'zod';
import { ANY_BODY, type FileRoute, type UploadRoute, WEBP } from './image-route.js';

/** Requested short id; an empty one, as in forms, counts as none. */
export const Slug = z
  .string()
  .trim()
  .max(200)
  .optional()
  .transform((slug) => slug || undefined)
  .describe('3-64 letters, digits, hyphens and underscores, beginning with a letter or digit.');

/** Fields for creating and changing any link. */
export const linkFields = {
  title: clearable(200).optional(),
  campaign: clearable(100).optional(),
  tags: Tags.optional(),
  expiresAt: Deadline.nullable()
    .optional()
    .describe(
      'When the link expires: an instant in the future, or a date, which lasts until the end of that day in your time zone.',
    ),
};

/**
 * Header that names the screenshot a photo comes from, so that the link ends with it. Only the screenshot service sends it: the gateway does not
 * forward a client's own.
 */
export const SCREENSHOT_HEADER = 'svc-screenshot-id';

const common = { service: 'shortener', access: 'user' } as const;

export const PHOTO_ROUTES = {
  create: {
    ...common,
    name: 'short_links.create_photo',
    scope: 'svc.write.low_risk',
    http: {
      method: 'POST',
      path: '/dashboard/photos',
      status: 201,
      accepts: { types: ANY_BODY, fields: z.strictObject({ slug: Slug, ...linkFields }) },
    },
    input: z.strictObject({}),
    /** The part of the response that is used; the output of the gateway's operation validates the rest. */
    answer: z
      .object({ id: Id, shortUrl: z.string(), photo: z.object({ directUrl: z.string() }) })
      .and(z.custom<ShortLink>()),
  },
  image: {
    ...common,
    name: 'short_links.image',
    scope: 'svc.read',
    http: {
      ...WEBP,
      path: '/dashboard/photos/:linkId',
      fileTypes: ['image/webp', 'image/png', 'image/jpeg', 'image/gif', 'image/avif'],
    },
    input: z.strictObject({ linkId: Id }),
  },
} as const satisfies Record<string, UploadRoute | FileRoute>;
