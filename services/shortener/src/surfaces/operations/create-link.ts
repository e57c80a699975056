import { z } from 'zod';
import { checkNewLink, createUrlLink } from '../../links/create-link.js';
import { authRequired } from '../../links/link-errors.js';
import { defineHostOperation } from '../host-operation.js';
import { createdLink, makerOf } from '../link-answers.js';
import { newLinkFields, withoutEmptySlug } from '../new-link-fields.js';
import { CreatedLink, linkFields, Slug, TargetUrl } from '../link-schemas.js';
import { write } from '../write.js';

/** What a guest may not even name. */
const CUSTOMIZATION = ['slug', 'campaign', 'tags', 'title', 'expiresAt'];

export const createLink = defineHostOperation({
  name: 'create_short_link',
  summary: 'Make a short link to a URL',
  description:
    'Guests make plain links, ten an hour. Registered agents may choose slug, title, campaign, tags and expiry, and get the same link again for the same target with reuse.',
  access: 'guest-or-agent',
  scope: 'shortener.links:write',
  http: { method: 'POST', path: '/links', status: ({ created }) => (created === false ? 200 : 201) },
  isTool: true,
  input: z.strictObject({
    url: TargetUrl,
    slug: Slug,
    ...linkFields,
    reuse: z.boolean().optional().describe('Answer the working link to the same target, when there is one.'),
  }),
  output: CreatedLink,
  prepare: (input, { caller }) => {
    const given = withoutEmptySlug(input);
    const custom = CUSTOMIZATION.find((name) => name in given);
    if (caller.kind !== 'agent' && custom !== undefined) throw authRequired(`The field ${custom}`);
    return given;
  },
  run: async ({ url, reuse, ...given }, call, parts) => {
    const fields = newLinkFields(given);
    // What cannot become a link costs nothing of the budget.
    checkNewLink({ ...fields, url }, parts.ownHosts);
    await parts.limits.spendOnCreation(call);
    const link = await write(parts, 'create_short_link', { url, ...fields, reuse }, async (tx) => {
      const wanted = { ...fields, url, reuse: reuse ?? false };
      const { link, created, claimToken } = await createUrlLink(tx, makerOf(call.caller), wanted, parts.ownHosts);
      return { ...createdLink(link, parts, call, claimToken), created };
    });
    parts.forget(link.shortId, 1);
    return link;
  },
});
