import { z } from 'zod';

/** Text of one line or more, trimmed, of 1 to `max` characters. */
const text = (max: number) => z.string().trim().min(1).max(max);

/** An instant in answers: ISO 8601 UTC with milliseconds, or null. */
export const NullableTimestamp = z.preprocess(
  (value) => (value instanceof Date ? value.toISOString() : (value ?? null)),
  z.iso.datetime({ precision: 3 }).nullable(),
);

const Timestamp = z.preprocess(
  (value) => (value instanceof Date ? value.toISOString() : value),
  z.iso.datetime({ precision: 3 }),
);

export const ShortId = z.string().min(1).max(64).describe('What stands in the short address.');

/** The fields that a link is created and changed with; those of a new link have no defaults, so that guests can be refused. */
export const linkFields = {
  title: text(200).nullable().optional(),
  campaign: text(100).nullable().optional(),
  tags: z.array(text(50)).max(50).optional(),
  expiresAt: z.iso
    .datetime({ offset: true })
    .nullable()
    .optional()
    .describe('When the link stops to work; has to be in the future.'),
};

export const Slug = z
  .string()
  .max(200)
  .optional()
  .describe('Wanted short id: 3-64 letters, digits, hyphens and underscores, beginning with a letter or digit.');

export const TargetUrl = z
  .string()
  .min(1)
  .max(20_000)
  .describe('Where the link leads: http or https, at most 8192 characters.');

/** A link as its maker gets it. */
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
    created: z.boolean().describe('False when an earlier link was answered.'),
    claimToken: z
      .string()
      .optional()
      .describe('For guests, shown this once: DELETE the link with it in X-Claim-Token to take the link back.'),
  })
  .meta({ id: 'CreatedLink' });

/** A photo link as its maker gets it. */
export const CreatedPhoto = z
  .object({
    shortId: ShortId,
    shortUrl: z.string(),
    directUrl: z.string().describe('Address of the image itself.'),
    kind: z.literal('photo'),
    owner: z.literal('agent'),
    contentType: z.string(),
    width: z.int(),
    height: z.int(),
    bytes: z.int(),
    title: z.string().nullable(),
    tags: z.array(z.string()),
    expiresAt: NullableTimestamp,
    createdAt: Timestamp,
    statsUrl: z.string(),
  })
  .meta({ id: 'CreatedPhoto' });

/** What anybody may know of a link. */
const PublicLink = z.strictObject({
  shortId: ShortId,
  shortUrl: z.string(),
  kind: z.enum(['url', 'photo']),
  createdAt: Timestamp,
  isActive: z.boolean(),
  targetHost: z.string().nullable(),
});

/** What its own agent knows of a link. */
export const OwnLink = PublicLink.extend({
  targetUrl: z.string().nullable(),
  directUrl: z.string().nullable(),
  title: z.string().nullable(),
  campaign: z.string().nullable(),
  tags: z.array(z.string()),
  expiresAt: NullableTimestamp,
  clicks: z.int(),
  bots: z.int(),
  lastClickAt: NullableTimestamp,
  updatedAt: Timestamp,
  version: z.int(),
}).meta({ id: 'OwnLink' });

/** The answer depends on who asks: exactly the public fields, or all of one's own. */
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

const RangeEnd = z.union([z.iso.date(), z.iso.datetime({ offset: true })]).optional();

/** The range of statistics; without it all time. */
export const rangeInput = {
  from: RangeEnd.describe('An instant, or a date, which begins with its day.'),
  to: RangeEnd.describe('An instant, inclusive, or a date, which covers its whole day.'),
};
