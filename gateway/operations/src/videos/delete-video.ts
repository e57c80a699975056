import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { Id } from '../schemas/scalars.js';

export const deleteVideo = defineOperation({
  name: 'deals.delete_video',
  summary: 'Remove a video and its view logs from a deal',
  tier: 2,
  destructive: true,
  scope: 'svc.write.sensitive',
  http: { method: 'DELETE', path: '/deals/:dealId/videos/:videoId' },
  input: z.strictObject({ dealId: Id, videoId: Id }),
  run: (input, { clients, expectedVersion }) => clients.videos.deleteVideo({ ...input, expectedVersion }),
});
