import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { ShareableType, TeamShare } from '../schemas/team-share.js';
import { SHARE_OWNERS } from './team-share-services.js';

export const shareWithTeam = defineOperation({
  name: 'teams.share',
  summary: 'Share one of your records with a team',
  description:
    'Members see it without its sensitive fields and cannot change it. Sharing it again returns the same share.',
  tier: 2,
  affects: ['shares', 'activity', 'deals', 'contacts', 'influencers', 'inbox', 'overview'],
  http: {
    method: 'POST',
    path: '/teams/:teamId/share',
    status: ({ created }) => (created === true ? 201 : 200),
    location: '/teams/:teamId/shares',
  },
  input: z.strictObject({ teamId: Id, entityType: ShareableType, entityId: Id }),
  output: TeamShare.extend({ created: z.boolean().describe('False when it was already shared.') }),
  run: async (input, { clients }) => {
    const { share, created } = await clients[SHARE_OWNERS[input.entityType]].shareWithTeam(input);
    return share && { ...share, created };
  },
});
