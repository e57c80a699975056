import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';

export const deleteVideo = defineOperation({
  name: 'deals.delete_video',
  summary: 'Delete a video of a deal and its view counts',
  description: 'Returns nothing, and cannot be undone. To correct a URL or date, use deals.update_video instead.',
  tier: 2,
  affects: ['videos', 'activity', 'screenshots', 'inbox', 'overview'],
  destructive: true,
  scope: 'svc.write.sensitive',
  target: { read: 'deals.list_videos', by: ['dealId'], item: 'videoId' },
  http: { method: 'DELETE', path: '/deals/:dealId/videos/:videoId', version: 'checked' },
  input: z.strictObject({ dealId: Id, videoId: Id }),
  run: (input, { clients, expectedVersion }) => clients.videos.deleteVideo({ ...input, expectedVersion }),
});
