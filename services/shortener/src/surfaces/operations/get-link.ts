import { z } from 'zod';
import { linkNotFound } from '../../links/link-errors.js';
import { findLinkByShortId } from '../../links/link-repo.js';
import { defineHostOperation } from '../calls/host-operation.js';
import { isOwnedBy, ownLink, publicLink } from './link-answers.js';
import { ShortId, VisibleLink } from './link-schemas.js';

export const getLink = defineHostOperation({
  name: 'get_link',
  summary: 'Get a link',
  description:
    'Returns what a short link is and whether it still works. Use it before you rely on a link. Anyone sees what is public; its own agent, with shortener.links:read, sees target, tags and counts.',
  access: 'public',
  http: { method: 'GET', path: '/links/:shortId' },
  isTool: true,
  input: z.strictObject({ shortId: ShortId }),
  output: VisibleLink,
  run: async ({ shortId }, call, parts) => {
    const { caller } = call;
    if (caller.kind === 'guest') await parts.limits.spendOnPublicRead(call);
    const link = await findLinkByShortId(parts.pool, shortId);
    if (!link) throw linkNotFound();
    const seesAll = caller.kind === 'agent' && isOwnedBy(link, caller) && caller.scopes.has('shortener.links:read');
    return seesAll ? ownLink(link, parts) : publicLink(link, parts);
  },
});
