import { z } from 'zod';
import { Access } from './deal.js';
import { Currency, Id, Money, text, Timestamp, WebUrl } from './scalars.js';

const Handle = z.object({ platform: z.string(), handle: z.string(), url: z.string().nullable() });

export const Contact = z
  .object({
    id: Id,
    ownerId: Id,
    kind: z.enum(['contact', 'influencer']),
    name: z.string(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    company: z.string().nullable(),
    handles: z.array(Handle),
    tags: z.array(z.string()),
    notes: z.string().nullable().describe('Only for the owner.'),
    revenue: z.number().nullable().describe('Amount in `currency`; null when there is none or when it is redacted.'),
    currency: z.string(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    version: z.int(),
    access: Access,
    mutualOwners: z
      .array(z.object({ userId: Id, name: z.string() }))
      .describe('Who else has it in your teams: the same e-mail address, phone number or handle.'),
  })
  .meta({ id: 'Contact' });

/** The fields that a contact or an influencer is created and changed with. */
export const contactFields = {
  name: text(200),
  email: z.string().trim().max(254).pipe(z.email()).nullable().optional(),
  phone: text(50).regex(/\d/, 'Has no digits.').nullable().optional(),
  company: text(200).nullable().optional(),
  handles: z
    .array(
      z.strictObject({
        platform: text(50),
        handle: text(200).regex(/[^@\s]/, 'Is empty.'),
        url: WebUrl.nullable().default(null),
      }),
    )
    .max(20)
    .optional(),
  tags: z.array(text(50)).max(50).optional(),
  notes: text(10_000).nullable().optional(),
  revenue: Money.nullable().optional(),
  currency: Currency.optional(),
};
