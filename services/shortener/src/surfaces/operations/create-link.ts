import type { Tx } from '@svc/chassis/postgres/transaction';
import { z } from 'zod';
import { checkNewLink, createUrlLink } from '../../links/create-link.js';
import { authRequired } from '../../links/link-errors.js';
import { defineHostOperation } from '../calls/host-operation.js';
import { write } from '../calls/write.js';
import { createdLink, creatorOf } from './link-answers.js';
import { CreatedLink, TargetUrl } from './link-schemas.js';
import { newLinkFields, readNewLink } from './new-link-fields.js';

/** Fields that guests must not send. */
const CUSTOMIZATION: ReadonlySet<string> = new Set(['slug', 'campaign', 'tags', 'title', 'expiresAt']);

/** Values that forms and programs send for an empty field. */
function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

export const createLink = defineHostOperation({
  name: 'create_short_link',
  summary: 'Create a short link to a URL',
  description:
    'Returns `shortUrl` to pass on, and for guests a claim token, shown once, that deletes the link. Use it for one address; photos have create_photo_link. Guests create plain links, ten an hour. Registered agents may choose slug, title, campaign, tags and expiry, and get the same link again for the same target with reuse.',
  access: 'guest-or-agent',
  scope: 'shortener.links:write',
  http: {
    method: 'POST',
    path: '/links',
    status: ({ created }) => (created === false ? 200 : 201),
    location: '/links/:shortId',
  },
  isTool: true,
  input: z.strictObject({
    url: TargetUrl,
    ...newLinkFields,
    reuse: z.boolean().optional().describe('Return the working link to the same target, if there is one.'),
  }),
  output: CreatedLink,
  prepare: (input, { caller }) => {
    if (caller.kind === 'agent') return input;
    const filled = Object.entries(input).filter(([name, value]) => !CUSTOMIZATION.has(name) || !isEmpty(value));
    const custom = filled.find(([name]) => CUSTOMIZATION.has(name));
    if (custom) throw authRequired(`The field ${custom[0]}`);
    return Object.fromEntries(filled);
  },
  run: async ({ url, reuse, ...rest }, call, parts) => {
    const fields = readNewLink(rest, call.caller);
    // Invalid input does not spend the budget.
    checkNewLink({ ...fields, url }, parts.ownHosts);
    const work = async (tx: Tx) => {
      const wanted = { ...fields, url, reuse: reuse ?? false };
      const { link, created, claimToken } = await createUrlLink(tx, creatorOf(call.caller), wanted, parts.ownHosts);
      return { ...createdLink(link, parts, call, claimToken), created };
    };
    const before = () => parts.limits.spendOnCreation(call);
    const link = await write(parts, 'create_short_link', { url, ...fields, reuse }, work, { before });
    parts.forget(link.shortId, 1);
    return link;
  },
});
