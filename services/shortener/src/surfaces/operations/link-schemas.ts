import { NullableTimestamp, text, Timestamp } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';

export const ShortId = text(64).describe('The last part of the short address.');

/** Accepts an empty string, which the target's own check reports. */
export const TargetUrl = z
  .string()
  .trim()
  .max(20_000)
  .describe('Where the link leads: http or https, at most 8192 characters.');

/** A link, as returned to its creator. */
export const CreatedLink = z
  .object({
    shortId: ShortId,
    shortUrl: z.string(),
    targetUrl: z.string(),
    kind: z.literal('url'),
    owner: z.enum(['guest', 'agent']),
    title: z.string().nullable(),
    campaign: z.string().nullable(),
    tags: z.array(z.string()),
    expiresAt: NullableTimestamp,
    createdAt: Timestamp,
    statsUrl: z.string(),
    created: z.boolean().describe('False when an existing link was returned.'),
    claimToken: z
      .string()
      .optional()
      .describe('For guests, shown only once: send it in X-Claim-Token to delete the link.'),
  })
  .meta({ id: 'CreatedLink' });

/** Visitors see a smaller copy of the upload, in a different format. */
const UPLOADED = 'Of the image that was uploaded.';

/** A photo link, as returned to its creator. */
export const CreatedPhoto = z
  .object({
    shortId: ShortId,
    shortUrl: z.string(),
    directUrl: z.string().describe('Address of the picture that people see: WebP, at most 4096 pixels wide and high.'),
    kind: z.literal('photo'),
    owner: z.literal('agent'),
    contentType: z.string().describe(UPLOADED),
    width: z.int().min(0).describe(UPLOADED),
    height: z.int().min(0).describe(UPLOADED),
    bytes: z.int().min(0).describe(UPLOADED),
    title: z.string().nullable(),
    tags: z.array(z.string()),
    expiresAt: NullableTimestamp,
    createdAt: Timestamp,
    statsUrl: z.string(),
  })
  .meta({ id: 'CreatedPhoto' });

/** The public facts of a link. */
const PublicLink = z.strictObject({
  shortId: ShortId,
  shortUrl: z.string(),
  kind: z.enum(['url', 'photo']),
  createdAt: Timestamp,
  isActive: z
    .boolean()
    .describe(
      'Whether it is enabled; an enabled link may have expired. Also false when an administrator has disabled it.',
    ),
  expiresAt: NullableTimestamp.describe('When it stops working, or stopped; null for never.'),
  targetHost: z.string().nullable(),
});

/** A link, as returned to the agent that owns it. */
export const OwnLink = PublicLink.extend({
  targetUrl: z.string().nullable(),
  directUrl: z.string().nullable(),
  title: z.string().nullable(),
  campaign: z.string().nullable(),
  tags: z.array(z.string()),
  clicks: z.int(),
  bots: z.int(),
  lastClickAt: NullableTimestamp,
  updatedAt: Timestamp,
  version: z.int(),
}).meta({ id: 'OwnLink' });

/** Public fields, or all fields for the agent that owns the link. */
export const VisibleLink = z.union([OwnLink, PublicLink]);

const Count = z.object({ clicks: z.int() });

/** Clicks of a link in a range. */
export const LinkStats = z
  .object({
    clicks: z.int(),
    uniqueVisitors: z.int().describe('Each visitor counts once a day.'),
    bots: z.int().describe('Requests of bots, which are not among the clicks.'),
    byDay: z.array(Count.extend({ day: z.string(), uniqueVisitors: z.int() })),
    byReferrer: z.array(Count.extend({ referrer: z.string().nullable() })),
    byCountry: z.array(Count.extend({ country: z.string().nullable() })),
    byDevice: z.array(Count.extend({ device: z.string() })),
  })
  .meta({ id: 'LinkStats' });
