import { z } from 'zod';
import { findLinkByShortId } from '../../links/link-repo.js';
import { updateLink as changeLink, type LinkChanges } from '../../links/update-link.js';
import { defineHostOperation } from '../host-operation.js';
import { ownLink, requireOwn } from '../link-answers.js';
import { linkFields, OwnLink, ShortId, TargetUrl } from '../link-schemas.js';
import { write } from '../write.js';

export const updateLink = defineHostOperation({
  name: 'update_link',
  summary: 'Change a link of this agent',
  description: 'Changes the given fields; null clears one. isActive switches the link on and off.',
  access: 'agent',
  scope: 'shortener.links:write',
  http: { method: 'PATCH', path: '/links/:shortId' },
  input: z
    .strictObject({ shortId: ShortId, url: TargetUrl.optional(), ...linkFields, isActive: z.boolean().optional() })
    .refine((input) => Object.keys(input).length > 1, 'Give at least one field to change.'),
  output: OwnLink,
  run: async ({ shortId, ...fields }, call, parts) => {
    const link = await write(parts, 'update_link', { shortId, ...fields }, async (tx) => {
      const { id } = requireOwn(await findLinkByShortId(tx, shortId), call);
      const { expectedVersion } = call;
      const changed = await changeLink(tx, id, readChanges(fields), { expectedVersion, ownHosts: parts.ownHosts });
      return ownLink(changed, parts);
    });
    parts.forget(link.shortId, link.version);
    return link;
  },
});

type GivenFields = Omit<z.output<typeof updateLink.input>, 'shortId'>;

function readChanges({ url, expiresAt, ...fields }: GivenFields): LinkChanges {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  return {
    ...given,
    ...(typeof url === 'string' ? { targetUrl: url } : {}),
    ...(expiresAt === undefined ? {} : { expiresAt: typeof expiresAt === 'string' ? new Date(expiresAt) : null }),
  };
}
