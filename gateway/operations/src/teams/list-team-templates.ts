import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { listOf, page, pageInput, pageRequest } from '../schemas/paging.js';
import { Id } from '../schemas/scalars.js';
import { TeamTemplate } from '../schemas/template.js';

export const listTeamTemplates = defineOperation({
  name: 'teams.list_templates',
  summary: 'List the templates that are shared with a team, latest shared first',
  tier: 0,
  destructive: false,
  http: { method: 'GET', path: '/teams/:teamId/templates' },
  input: z.strictObject({ teamId: Id, ...pageInput, kind: z.enum(['all', 'message', 'deal']).default('all') }),
  output: listOf(TeamTemplate),
  run: async ({ teamId, kind, ...paging }, { clients }) => {
    const request = { teamId, kind, ...pageRequest(paging) };
    const { templates, totalSize } = await clients.teamTemplates.listTeamTemplates(request);
    const items = templates.map(({ message, deal }) =>
      message ? { kind: 'message', ...message } : { kind: 'deal', ...deal },
    );
    return page(items, totalSize, paging);
  },
});
