import { z } from 'zod';
import { listAgentLinks } from '../../links/link-list-repo.js';
import { defineHostOperation } from '../host-operation.js';
import { ownLink } from '../link-answers.js';
import { OwnLink } from '../link-schemas.js';
import { unauthorized } from '../run-host-operation.js';

export const listLinks = defineHostOperation({
  name: 'list_links',
  summary: 'List the links of this agent, newest first',
  access: 'agent',
  scope: 'shortener.links:read',
  http: { method: 'GET', path: '/links' },
  input: z.strictObject({
    limit: z.int().min(1).max(200).default(50),
    offset: z.int().min(0).max(1_000_000).default(0),
  }),
  output: z.object({ items: z.array(OwnLink), total: z.int(), limit: z.int(), offset: z.int() }),
  run: async ({ limit, offset }, { caller }, parts) => {
    if (caller.kind !== 'agent') throw unauthorized('This needs a registered agent.');
    const { rows, total } = await listAgentLinks(parts.pool, caller, { limit, offset });
    return { items: rows.map((link) => ownLink(link, parts)), total, limit, offset };
  },
});
