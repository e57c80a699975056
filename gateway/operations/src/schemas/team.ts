import { Id, stamps, text, Timestamp } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';

export const TeamRole = z.enum(['owner', 'admin', 'member']);

export const TeamName = text(200);

export const Team = z
  .object({
    id: Id,
    name: z.string(),
    role: TeamRole.describe('Your own role.'),
    memberCount: z.int(),
    ...stamps,
  })
  .meta({ id: 'Team' });

export const Member = z
  .object({
    userId: Id.nullable().describe('Null while invited.'),
    name: z.string().nullable(),
    email: z.string().nullable().describe('Only for owners and administrators of the team.'),
    role: TeamRole,
    status: z.enum(['invited', 'active']),
    since: Timestamp,
    invitationId: Id.nullable(),
  })
  .meta({ id: 'Member' });

export const Person = z
  .object({
    userId: Id,
    name: z.string(),
  })
  .meta({ id: 'Person' });
