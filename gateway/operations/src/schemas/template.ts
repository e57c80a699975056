import { clearable, Id, present, stamps, text, verbatim } from '@svc/chassis/schemas/scalars';
import { Tags } from '@svc/chassis/schemas/tags';
import { z } from 'zod';
import { Access } from './deal.js';
import { Currency, Money, ViewCount } from './scalars.js';

/** Maximum characters of a base64 data URL of 5 MiB. */
const DATA_URL_MAX = 7_000_000;

const Attachment = z
  .object({
    id: Id,
    name: z.string(),
    contentType: z.string(),
    bytes: z.int().describe('Size of the content.'),
    dataUrl: present(z.string()).describe('Content; only for the owner, and only when reading a single template.'),
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
    ...stamps,
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
    price: z.number().nullable().describe('Amount in `currency`; null for everyone but the owner.'),
    currency: z.string(),
    notes: z.string().nullable(),
    ...stamps,
    access: Access,
  })
  .meta({ id: 'DealTemplate' });

/** A template of either kind, shared with a team. */
export const TeamTemplate = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('message'), ...MessageTemplate.shape }),
  z.object({ kind: z.literal('deal'), ...DealTemplate.shape }),
]);

/** Input fields of creating and updating a message template. */
export const messageTemplateFields = {
  name: text(200),
  subject: clearable(200).optional(),
  body: verbatim(20_000).regex(/\S/, 'is empty. Send a text.'),
  tags: Tags.optional(),
  attachments: z
    .array(
      z.strictObject({
        name: text(200),
        contentType: text(200).optional().describe('Must match the media type of `dataUrl`, which is the default.'),
        dataUrl: text(DATA_URL_MAX).describe('`data:<media type>;base64,<content>`.'),
      }),
    )
    .max(10)
    .optional()
    .describe('At most 5 MB in total; when sent, they replace all existing attachments.'),
};

/** Input fields of creating and updating a deal template. */
export const dealTemplateFields = {
  name: text(200),
  platform: clearable(50).optional(),
  deliverables: clearable(10_000).optional(),
  viewsTarget: ViewCount.max(1_000_000_000_000).nullable().optional(),
  timelineDays: z.int().min(0).max(3_650).nullable().optional(),
  price: Money.nullable().optional(),
  currency: Currency.optional(),
  notes: clearable(10_000).optional(),
};
