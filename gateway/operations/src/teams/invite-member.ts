import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { Email } from '../schemas/account.js';
import { TeamRole } from '../schemas/team.js';

export const inviteMember = defineOperation({
  name: 'teams.invite_member',
  summary: 'Invite somebody to a team',
  description:
    'Whoever opens the link within 14 days can join, so give it to nobody else; it stands in this answer alone, and is mailed to the address when mail is set up. Inviting an address again replaces its link.',
  tier: 2,
  http: {
    method: 'POST',
    path: '/teams/:teamId/members',
    idempotencyKey: 'ignored',
    status: 201,
    location: '/teams/:teamId/members',
  },
  input: z.strictObject({ teamId: Id, email: Email, role: TeamRole.default('member') }),
  output: z.object({ invitationId: Id, link: z.string() }),
  run: async (input, { clients, baseUrl }) => {
    const { invitationId, secret } = await clients.teams.inviteMember(input);
    return { invitationId, link: `${baseUrl}/invitations/${secret}` };
  },
});
