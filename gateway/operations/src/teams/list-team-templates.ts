import { listOf, page, pageInput, pageRequest } from '@svc/chassis/schemas/paging';
import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { TeamTemplate } from '../schemas/template.js';

export const listTeamTemplates = defineOperation({
  name: 'teams.list_templates',
  summary: 'List the templates shared with a team, most recently shared first',
  tier: 0,
  http: { method: 'GET', path: '/teams/:teamId/templates' },
  input: z.strictObject({ teamId: Id, ...pageInput, kind: z.enum(['all', 'message', 'deal']).default('all') }),
  output: listOf(TeamTemplate),
  run: async (input, { clients }) => {
    const { templates, totalSize } = await clients.teamTemplates.listTeamTemplates(pageRequest(input));
    const items = templates.flatMap(({ message, deal }) => [
      ...(message ? [{ kind: 'message', ...message }] : []),
      ...(deal ? [{ kind: 'deal', ...deal }] : []),
    ]);
    return page(items, totalSize, input);
  },
});
