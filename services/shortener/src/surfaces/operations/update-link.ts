import { changeInput } from '@svc/chassis/schemas/changes';
import { readDeadline, toDeadlineFields } from '@svc/chassis/schemas/deadline';
import { linkFields } from '@svc/image-routes/photo-routes';
import { z } from 'zod';
import { findLinkByShortId } from '../../links/link-repo.js';
import { type LinkChanges, updateLink as changeLink } from '../../links/update-link.js';
import { timeZoneOf } from '../calls/host-call.js';
import { defineHostOperation } from '../calls/host-operation.js';
import { write } from '../calls/write.js';
import { ownLink, requireOwn } from './link-answers.js';
import { OwnLink, ShortId, TargetUrl } from './link-schemas.js';

export const updateLink = defineHostOperation({
  name: 'update_link',
  summary: 'Update a link of this agent',
  description: 'Changes the given fields; null clears one. isActive enables or disables the link.',
  access: 'agent',
  scope: 'shortener.links:write',
  http: { method: 'PATCH', path: '/links/:shortId', version: 'checked' },
  input: changeInput({ shortId: ShortId }, { url: TargetUrl, ...linkFields, isActive: z.boolean() }),
  output: OwnLink,
  run: async ({ shortId, expiresAt: newExpiry, ...fields }, call, parts) => {
    const { expectedVersion } = call;
    const expiresAt = readDeadline(toDeadlineFields(newExpiry), timeZoneOf(call.caller));
    const changes = readChanges({ ...fields, expiresAt });
    const link = await write(parts, 'update_link', { shortId, ...changes, expectedVersion }, async (tx) => {
      const { id } = requireOwn(await findLinkByShortId(tx, shortId), call);
      const changed = await changeLink(tx, id, changes, {
        expectedVersion,
        ownHosts: parts.ownHosts,
      });
      return ownLink(changed, parts);
    });
    parts.forget(link.shortId, link.version);
    return link;
  },
});

type Given = { readonly [Name in keyof LinkChanges]: LinkChanges[Name] | undefined } & {
  readonly url?: string | undefined;
};

/** The given fields, with the stored name of the target. */
function readChanges({ url, ...fields }: Given): LinkChanges {
  const changed = Object.entries({ ...fields, targetUrl: url }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(changed);
}
