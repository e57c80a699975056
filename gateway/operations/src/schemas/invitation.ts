import { Id, Timestamp } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { TeamRole } from './team.js';

/** Secret at the end of an invitation link. */
export const InvitationSecret = z
  .string()
  .regex(/^[A-Za-z0-9_-]{43}$/, 'must be the secret of an invitation, the last part of its link.');

const shownToAll = {
  id: Id,
  role: TeamRole,
  invitedByName: z.string(),
  createdAt: Timestamp,
  expiresAt: Timestamp,
};

export const Invitation = z.object({ ...shownToAll, teamId: Id, teamName: z.string() }).meta({ id: 'Invitation' });

/** An invitation for the holder of its link. */
export const OpenedInvitation = Invitation.extend({
  email: z.string().nullable().describe('Address of the invited person; it grants no rights by itself.'),
  hasAccount: z
    .boolean()
    .nullable()
    .describe('Whether the address has an account; null unless the secret is that of the mail to it.'),
}).meta({ id: 'OpenedInvitation' });

export const TeamInvitation = z
  .object({
    ...shownToAll,
    email: z.string().describe('Address of the invited person; it grants no rights by itself.'),
  })
  .meta({ id: 'TeamInvitation' });
