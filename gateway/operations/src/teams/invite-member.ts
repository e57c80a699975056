import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { overHttp } from '../run/operation-context.js';
import { Email } from '../schemas/account.js';
import { TeamRole } from '../schemas/team.js';

export const inviteMember = defineOperation({
  name: 'teams.invite_member',
  summary: 'Invite a person to a team',
  description:
    'Anyone with the link can join within 14 days, so give it to no one else. Only this response contains it; repeating the call with the same `Idempotency-Key` returns it again. It is also mailed to the address when mail is set up. Inviting an address again replaces its link.',
  tier: 2,
  http: {
    method: 'POST',
    path: '/teams/:teamId/members',
    status: 201,
    location: '/teams/:teamId/members',
  },
  input: z.strictObject({ teamId: Id, email: Email, role: TeamRole.default('member') }),
  output: z.object({ invitationId: Id, link: z.string() }),
  run: async (input, context) => {
    const request = { ...input, clientAddress: overHttp(context).sender.address };
    const { invitationId, secret } = await context.clients.teams.inviteMember(request);
    return { invitationId, link: `${context.baseUrl}/invitations/${secret}` };
  },
});
