import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { Video } from '../schemas/deal.js';
import { CalendarDate, Id, text, WebUrl } from '../schemas/scalars.js';

export const addVideo = defineOperation({
  name: 'deals.add_video',
  summary: 'Add a published video to a deal',
  tier: 1,
  destructive: false,
  scope: 'svc.write.low_risk',
  http: { method: 'POST', path: '/deals/:dealId/videos', status: 201, location: '/deals/:dealId/videos' },
  input: z.strictObject({ dealId: Id, url: WebUrl, postDate: CalendarDate, title: text(200).nullable().optional() }),
  output: Video,
  run: async (input, { clients }) => (await clients.videos.addVideo(input)).video,
});
