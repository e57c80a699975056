import { CalendarDate, clearable, Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Video, VideoLink } from '../schemas/deal.js';

export const addVideo = defineOperation({
  name: 'deals.add_video',
  summary: 'Add a published video to a deal',
  description:
    "Returns the video with its canonical URL and next due check. Use it to add one video to a known deal; for a day's links, with or without promo codes, use deals.bulk_add_view_checks.",
  tier: 1,
  affects: ['videos', 'activity', 'inbox', 'overview'],
  scope: 'svc.write.low_risk',
  core: true,
  holdsForeignText: ['title'],
  http: { method: 'POST', path: '/deals/:dealId/videos', status: 201, location: '/deals/:dealId/videos' },
  input: z.strictObject({ dealId: Id, url: VideoLink, postDate: CalendarDate, title: clearable(200).optional() }),
  output: Video,
  run: async (input, { clients }) => (await clients.videos.addVideo(input)).video,
});
