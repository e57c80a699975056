import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { Id } from '../schemas/scalars.js';
import { ShareableType, TeamShare } from '../schemas/team-share.js';
import { toTeamShare } from './team-share-services.js';

export const shareWithTeam = defineOperation({
  name: 'teams.share',
  summary: 'Share a record of yours with a team',
  description:
    'Members see it without its sensitive fields and cannot change it. Sharing it again answers the same share.',
  tier: 2,
  destructive: false,
  http: {
    method: 'POST',
    path: '/teams/:teamId/share',
    status: ({ created }) => (created === true ? 201 : 200),
    location: '/teams/:teamId/shares',
  },
  input: z.strictObject({ teamId: Id, entityType: ShareableType, entityId: Id }),
  output: TeamShare.extend({ created: z.boolean().describe('False when it was shared before.') }),
  run: async (input, { clients }) => {
    if (input.entityType === 'short_link') {
      const request = { teamId: input.teamId, linkId: input.entityId };
      const { share, created } = await clients.shortLinkShares.shareShortLink(request);
      return { ...(share && toTeamShare(share)), created };
    }
    const { share, created } = await clients.teamShares.shareWithTeam(input);
    return { ...share, created };
  },
});
