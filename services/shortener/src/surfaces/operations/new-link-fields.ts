import { readDeadline, toDeadlineFields } from '@svc/chassis/schemas/deadline';
import { linkFields, Slug } from '@svc/image-routes/photo-routes';
import type { z } from 'zod';
import type { LinkFields } from '../../links/link.js';
import { type HostCaller, timeZoneOf } from '../calls/host-call.js';

/** Fields of a new link. They have no defaults, so that fields sent by guests can be rejected. */
export const newLinkFields = { slug: Slug.describe(`Wanted short id: ${Slug.description ?? ''}`), ...linkFields };

type GivenFields = z.output<z.ZodObject<typeof newLinkFields>>;

/** The fields for use cases: omitted ones are null. */
export function readNewLink(
  { slug, title = null, campaign = null, tags = [], expiresAt }: GivenFields,
  caller: HostCaller,
): LinkFields {
  const deadline = readDeadline(toDeadlineFields(expiresAt), timeZoneOf(caller));
  return { slug: slug ?? null, title, campaign, tags, dealId: null, expiresAt: deadline ?? null };
}
