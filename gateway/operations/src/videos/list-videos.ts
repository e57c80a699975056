import { listOf, page, pageInput, pageRequest } from '@svc/chassis/schemas/paging';
import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Video } from '../schemas/deal.js';

export const listVideos = defineOperation({
  name: 'deals.list_videos',
  summary: 'List the videos of a deal, newest first',
  description:
    'Returns the videos of this deal with URL, platform, newest view log and next due check. Use it for the `videoId` that view logs and screenshots need.',
  tier: 0,
  holdsForeignText: true,
  scope: 'svc.read',
  http: { method: 'GET', path: '/deals/:dealId/videos' },
  input: z.strictObject({ dealId: Id, ...pageInput }),
  output: listOf(Video),
  run: async (input, { clients }) => {
    const { videos, totalSize } = await clients.videos.listVideos(pageRequest(input));
    return page(videos, totalSize, input);
  },
});
