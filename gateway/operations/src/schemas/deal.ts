import { z } from 'zod';
import {
  CalendarDate,
  Currency,
  Id,
  Money,
  NullableTimestamp,
  text,
  Timestamp,
  ViewCheckDays,
  ViewCount,
  WebUrl,
} from './scalars.js';

export const DealStatus = z.enum(['draft', 'active', 'completed', 'cancelled']);

/** Through what the caller sees a record, and what the caller may do with it. */
export const Access = z
  .object({
    role: z.enum(['owner', 'team-owner', 'team-admin', 'team-member']),
    teamIds: z.array(Id),
    canEdit: z.boolean(),
    canEditViews: z.boolean(),
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
    price: z.number().nullable().describe('Amount in `currency`; null when there is none or when it is redacted.'),
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
    totalViews: z.int().describe('Sum of the newest readings of its videos.'),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    version: z.int(),
    access: Access,
  })
  .meta({ id: 'Deal' });

export const Platform = z.enum(['youtube', 'tiktok', 'instagram', 'x', 'facebook', 'twitch', 'other']);

export const Video = z
  .object({
    id: Id,
    dealId: Id,
    url: z.string().describe('Canonical address.'),
    originalUrl: z.string(),
    canonicalKey: z.string().describe('Identity of the video; unique within a deal.'),
    platform: Platform,
    platformVideoId: z.string().nullable(),
    title: z.string().nullable(),
    postDate: CalendarDate,
    needsResolution: z.boolean().describe("The address is a platform's short link whose target is not known yet."),
    latestValue: z.int().nullable(),
    latestCheckedAt: NullableTimestamp,
    nextDueDate: CalendarDate.nullable(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    version: z.int(),
  })
  .meta({ id: 'Video' });

/** The fields that a deal is created and changed with. */
export const dealFields = {
  name: text(200),
  brand: text(200).nullable().optional(),
  promoCode: text(64).nullable().optional(),
  promoLink: WebUrl.nullable().optional(),
  price: Money.nullable().optional(),
  currency: Currency.optional(),
  viewsTarget: ViewCount.max(1_000_000_000_000).nullable().optional(),
  platform: text(50).nullable().optional(),
  postDate: CalendarDate.nullable().optional(),
  contactName: text(200).nullable().optional(),
  contactId: Id.nullable().optional().describe('A contact of your own.'),
  influencerId: Id.nullable().optional().describe('An influencer of your own.'),
  notes: text(10_000).nullable().optional(),
  tags: z.array(text(50)).max(50).optional(),
  viewCheckDays: ViewCheckDays.optional(),
};
