import { z } from 'zod';
import { Access } from './deal.js';
import { Currency, Id, Money, present, text, Timestamp, ViewCount } from './scalars.js';

/** Characters of a base64 data URL of 5 MiB. */
const DATA_URL_MAX = 7_000_000;

const Attachment = z
  .object({
    id: Id,
    name: z.string(),
    contentType: z.string(),
    bytes: z.int().describe('Size of the content.'),
    dataUrl: present(z.string()).describe('Content; only for the owner, and only where one template is read.'),
  })
  .meta({ id: 'Attachment' });

export const MessageTemplate = z
  .object({
    id: Id,
    ownerId: Id,
    name: z.string(),
    subject: z.string().nullable(),
    body: z.string(),
    tags: z.array(z.string()),
    attachments: z.array(Attachment),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    version: z.int(),
    access: Access,
  })
  .meta({ id: 'MessageTemplate' });

export const DealTemplate = z
  .object({
    id: Id,
    ownerId: Id,
    name: z.string(),
    platform: z.string().nullable(),
    deliverables: z.string().nullable(),
    viewsTarget: z.int().nullable(),
    timelineDays: z.int().nullable().describe('Days from agreement to posting.'),
    price: z.number().nullable().describe('Amount in `currency`; null for everybody but the owner.'),
    currency: z.string(),
    notes: z.string().nullable(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    version: z.int(),
    access: Access,
  })
  .meta({ id: 'DealTemplate' });

/** A template of either kind, as a team has it. */
export const TeamTemplate = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('message'), ...MessageTemplate.shape }),
  z.object({ kind: z.literal('deal'), ...DealTemplate.shape }),
]);

/** The fields that a message template is created and changed with. */
export const messageTemplateFields = {
  name: text(200),
  subject: text(200).nullable().optional(),
  body: text(20_000),
  tags: z.array(text(50)).max(50).optional(),
  attachments: z
    .array(
      z.strictObject({
        name: text(200),
        contentType: text(200)
          .optional()
          .describe('Has to be the media type of `dataUrl`, which it comes from without it.'),
        dataUrl: z.string().max(DATA_URL_MAX).describe('`data:<media type>;base64,<content>`.'),
      }),
    )
    .max(10)
    .optional()
    .describe('At most 5 MB in all; given anew they replace those that are there.'),
};

/** The fields that a deal template is created and changed with. */
export const dealTemplateFields = {
  name: text(200),
  platform: text(50).nullable().optional(),
  deliverables: text(10_000).nullable().optional(),
  viewsTarget: ViewCount.max(1_000_000_000_000).nullable().optional(),
  timelineDays: z.int().min(0).max(3_650).nullable().optional(),
  price: Money.nullable().optional(),
  currency: Currency.optional(),
  notes: text(10_000).nullable().optional(),
};
