import { z } from 'zod';
import { hashClaimToken } from '../../links/create-link.js';
import { deleteClaimedLink, deleteLink as endLink } from '../../links/delete-link.js';
import { findLinkByShortId } from '../../links/link-repo.js';
import { defineHostOperation } from '../calls/host-operation.js';
import { write } from '../calls/write.js';
import { requireOwn } from './link-answers.js';
import { ShortId } from './link-schemas.js';

export const deleteLink = defineHostOperation({
  name: 'delete_link',
  summary: 'Delete a link',
  description:
    'The agent that owns it may, and for the link of a guest the holder of its claim token. The short id is never given again.',
  access: 'guest-or-agent',
  scope: 'shortener.links:write',
  http: { method: 'DELETE', path: '/links/:shortId', version: 'checked' },
  input: z.strictObject({ shortId: ShortId }),
  run: async ({ shortId }, call, parts) => {
    const { expectedVersion, claimToken } = call;
    const claimHash = claimToken === undefined ? null : hashClaimToken(claimToken).toString('hex');
    const { version } = await write(parts, 'delete_link', { shortId, expectedVersion, claimHash }, async (tx) => {
      if (claimToken !== undefined) return deleteClaimedLink(tx, shortId, claimToken);
      return endLink(tx, requireOwn(await findLinkByShortId(tx, shortId), call).id, expectedVersion);
    });
    parts.forget(shortId, version);
  },
});
