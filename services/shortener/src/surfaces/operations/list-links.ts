import { appError } from '@svc/chassis/errors/app-error';
import { listOf, page, pageInput } from '@svc/chassis/schemas/paging';
import { z } from 'zod';
import { listAgentLinks } from '../../links/link-list-repo.js';
import { defineHostOperation } from '../calls/host-operation.js';
import { ownLink } from './link-answers.js';
import { OwnLink } from './link-schemas.js';

export const listLinks = defineHostOperation({
  name: 'list_links',
  summary: 'List the links of this agent, newest first',
  access: 'agent',
  scope: 'shortener.links:read',
  http: { method: 'GET', path: '/links' },
  input: z.strictObject(pageInput),
  output: listOf(OwnLink),
  run: async (input, { caller }, parts) => {
    if (caller.kind !== 'agent') throw appError('UNAUTHENTICATED', 'This needs a registered agent.');
    const { rows, total } = await listAgentLinks(parts.pool, caller, input);
    return page(
      rows.map((link) => ownLink(link, parts)),
      total,
      input,
    );
  },
});
