import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { endShare } from './team-share-services.js';

export const endTeamShare = defineOperation({
  name: 'teams.end_share',
  summary: 'Stop sharing a record with a team',
  description: "The record's owner can, and so can owners and administrators of the team.",
  tier: 2,
  affects: ['shares', 'activity', 'deals', 'contacts', 'influencers', 'inbox', 'overview'],
  http: { method: 'DELETE', path: '/teams/:teamId/share/:shareId' },
  input: z.strictObject({ teamId: Id, shareId: Id }),
  run: (input, { clients }) => endShare(clients, input),
});
