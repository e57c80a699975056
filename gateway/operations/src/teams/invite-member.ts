import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { Email } from '../schemas/account.js';
import { Id } from '../schemas/scalars.js';
import { TeamRole } from '../schemas/team.js';

export const inviteMember = defineOperation({
  name: 'teams.invite_member',
  summary: 'Invite somebody to a team by e-mail address',
  description: 'The answer is the same whether or not there is an account with the address.',
  tier: 2,
  destructive: false,
  http: { method: 'POST', path: '/teams/:teamId/members', status: 201, location: '/teams/:teamId/members' },
  input: z.strictObject({ teamId: Id, email: Email, role: TeamRole.default('member') }),
  output: z.object({ invitationId: Id }),
  run: (input, { clients }) => clients.teams.inviteMember(input),
});
