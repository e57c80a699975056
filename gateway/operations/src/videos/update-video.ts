import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { updateMask, withSomeChange } from '../schemas/changes.js';
import { Video } from '../schemas/deal.js';
import { CalendarDate, Id, text, WebUrl } from '../schemas/scalars.js';

export const updateVideo = defineOperation({
  name: 'deals.update_video',
  summary: 'Change a video of a deal',
  tier: 1,
  destructive: false,
  scope: 'svc.write.low_risk',
  http: { method: 'PATCH', path: '/deals/:dealId/videos/:videoId' },
  input: withSomeChange(
    z.strictObject({
      dealId: Id,
      videoId: Id,
      url: WebUrl.optional(),
      postDate: CalendarDate.optional(),
      title: text(200).nullable().optional(),
    }),
    'dealId',
    'videoId',
  ),
  output: Video,
  run: async ({ dealId, videoId, ...changes }, { clients, expectedVersion }) => {
    const request = { ...changes, dealId, videoId, expectedVersion, updateMask: updateMask(changes) };
    return (await clients.videos.updateVideo(request)).video;
  },
});
