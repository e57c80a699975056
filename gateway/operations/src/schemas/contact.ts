import { clearable, Id, stamps, text, WebUrl } from '@svc/chassis/schemas/scalars';
import { Tags } from '@svc/chassis/schemas/tags';
import { z } from 'zod';
import { Access } from './deal.js';
import { Currency, Money } from './scalars.js';

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
    notes: z.string().nullable().describe('Visible to the owner only.'),
    revenue: z.number().nullable().describe('Amount in `currency`; null when unset or redacted.'),
    currency: z.string(),
    ...stamps,
    access: Access,
    mutualOwners: z
      .array(z.object({ userId: Id, name: z.string() }))
      .describe('Teammates with the same email address, phone number or handle in their records.'),
  })
  .meta({ id: 'Contact' });

/** Input fields of creating and updating a contact or influencer. */
export const contactFields = {
  name: text(200),
  email: clearable(254, z.email()).optional(),
  phone: clearable(50, z.string().regex(/\d/, 'must contain digits.')).optional(),
  company: clearable(200).optional(),
  handles: z
    .array(
      z.strictObject({
        platform: text(50),
        handle: text(200).regex(/[^@\s]/, 'is empty. Send the name of the account.'),
        url: WebUrl.nullable().default(null),
      }),
    )
    .max(20)
    .optional(),
  tags: Tags.optional(),
  notes: clearable(10_000).optional(),
  revenue: Money.nullable().optional(),
  currency: Currency.optional(),
};
