import { changeInput, updateMask } from '@svc/chassis/schemas/changes';
import { CalendarDate, clearable, Id } from '@svc/chassis/schemas/scalars';
import { defineOperation } from '../registry/define-operation.js';
import { Video, VideoLink } from '../schemas/deal.js';

export const updateVideo = defineOperation({
  name: 'deals.update_video',
  summary: 'Update a video of a deal',
  description:
    'Returns the video. Updates only the fields sent; null clears the title. Use it to correct a URL or date; its due checks move with the date.',
  tier: 1,
  affects: ['videos', 'activity', 'inbox', 'overview'],
  scope: 'svc.write.low_risk',
  target: { read: 'deals.list_videos', by: ['dealId'], item: 'videoId' },
  holdsForeignText: true,
  http: { method: 'PATCH', path: '/deals/:dealId/videos/:videoId', version: 'checked' },
  input: changeInput({ dealId: Id, videoId: Id }, { url: VideoLink, postDate: CalendarDate, title: clearable(200) }),
  output: Video,
  run: async ({ dealId, videoId, ...changes }, { clients, expectedVersion }) => {
    const request = { ...changes, dealId, videoId, expectedVersion, updateMask: updateMask(changes) };
    return (await clients.videos.updateVideo(request)).video;
  },
});
