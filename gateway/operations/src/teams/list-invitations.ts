import { listOf, page, pageInput, pageRequest } from '@svc/chassis/schemas/paging';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Invitation } from '../schemas/invitation.js';

export const listInvitations = defineOperation({
  name: 'teams.list_invitations',
  summary: 'List your open invitations, newest first',
  description: 'Those whose link you opened while signed in, and all sent to your confirmed address.',
  tier: 0,
  http: { method: 'GET', path: '/teams/invitations' },
  input: z.strictObject(pageInput),
  output: listOf(Invitation),
  run: async (input, { clients }) => {
    const { invitations, totalSize } = await clients.teams.listInvitations(pageRequest(input));
    return page(invitations, totalSize, input);
  },
});
