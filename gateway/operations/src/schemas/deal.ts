import { CalendarDate, clearable, Id, NullableTimestamp, stamps, text, WebUrl } from '@svc/chassis/schemas/scalars';
import { Tags } from '@svc/chassis/schemas/tags';
import { z } from 'zod';
import { Currency, Money, ViewCheckDays, ViewCount } from './scalars.js';

export const DealStatus = z.enum(['draft', 'active', 'completed', 'cancelled']);

/** Why the caller can see a record, and what they may do with it. */
export const Access = z
  .object({
    role: z.enum(['owner', 'team-owner', 'team-admin', 'team-member']),
    teamIds: z.array(Id).describe("The caller's teams it is shared with."),
    canEdit: z.boolean(),
    canEditViews: z.boolean().describe('For deals: whether you may add and correct view logs.'),
    redacted: z.array(z.string()),
  })
  .meta({ id: 'Access' });

export const Deal = z
  .object({
    id: Id,
    ownerId: Id,
    name: z.string(),
    brand: z.string().nullable(),
    status: DealStatus,
    promoCode: z.string().nullable(),
    promoLink: z.string().nullable(),
    price: z.number().nullable().describe('Amount in `currency`; null when unset or redacted.'),
    currency: z.string(),
    viewsTarget: z.int().nullable(),
    platform: z.string().nullable(),
    postDate: CalendarDate.nullable(),
    contactName: z.string().nullable(),
    contactId: Id.nullable(),
    influencerId: Id.nullable(),
    notes: z.string().nullable(),
    tags: z.array(z.string()),
    viewCheckDays: z.array(z.int()),
    videoCount: z.int(),
    totalViews: z.int().describe('Sum of the newest view logs of its videos.'),
    nextDueDate: CalendarDate.nullable().describe(
      'Earliest date on which a check of its videos is due; null when none is to come.',
    ),
    pace: z
      .enum(['ahead', 'behind', 'missed'])
      .nullable()
      .describe(
        'Views at the newest count compared to a steady pace to `viewsTarget`, which ends with the last check of the first video; `missed` after that check. null without a target, without a count after the day of posting, and once the target is reached.',
      ),
    ...stamps,
    access: Access,
  })
  .meta({ id: 'Deal' });

export const Platform = z.enum(['youtube', 'tiktok', 'instagram', 'x', 'facebook', 'twitch', 'other']);

/** Maximum characters of a pasted link, including tracking parameters. */
export const PASTED_URL_MAX = 16_384;

/** A link as pasted; the service parses and validates it. */
export const VideoLink = text(PASTED_URL_MAX).describe('Link to the video as pasted, with or without `https://`.');

export const Video = z
  .object({
    id: Id,
    dealId: Id,
    url: z.string().describe('Canonical URL.'),
    originalUrl: z.string(),
    canonicalKey: z.string().describe('Identifies the video; unique within a deal.'),
    platform: Platform,
    platformVideoId: z.string().nullable(),
    title: z.string().nullable(),
    postDate: CalendarDate,
    needsResolution: z.boolean().describe("Whether the URL is a platform's short link with an unknown target."),
    latestValue: z.int().nullable(),
    latestCheckedAt: NullableTimestamp,
    nextDueDate: CalendarDate.nullable(),
    ...stamps,
  })
  .meta({ id: 'Video' });

/** Input fields of creating and updating a deal. */
export const dealFields = {
  name: text(200),
  brand: clearable(200).optional(),
  promoCode: clearable(64).optional(),
  promoLink: WebUrl.nullable().optional(),
  price: Money.nullable().optional(),
  currency: Currency.optional(),
  viewsTarget: ViewCount.max(1_000_000_000_000).nullable().optional(),
  platform: clearable(50).optional(),
  postDate: CalendarDate.nullable().optional(),
  contactName: clearable(200).optional(),
  contactId: Id.nullable().optional().describe('One of your own contacts.'),
  influencerId: Id.nullable().optional().describe('One of your own influencers.'),
  notes: clearable(10_000).optional(),
  tags: Tags.optional(),
  viewCheckDays: ViewCheckDays.optional().describe(
    'Ascending days after the post date on which views are checked. Default for a new deal: that of the settings.',
  ),
};
