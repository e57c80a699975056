import type { Video } from '@svc/proto/deal/v1/video_service';
import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import type { Clients } from '../operation-context.js';
import { csvOf } from '../schemas/csv.js';
import { Id } from '../schemas/scalars.js';

const PAGE_SIZE = 200;
const COLUMNS = ['url', 'title', 'platform', 'postDate', 'views', 'checkedAt', 'sourceUrl', 'note'];

export const exportProof = defineOperation({
  name: 'deals.export_proof',
  summary: 'Download the videos of a deal and their readings as CSV',
  description: 'A row for each reading, latest checked first, then one for each video that has none yet.',
  tier: 0,
  destructive: false,
  http: { method: 'GET', path: '/deals/:dealId/proof.csv', produces: 'text/csv' },
  input: z.strictObject({ dealId: Id }),
  run: async ({ dealId }, { clients }) => {
    const videos = await listAllVideos(clients, dealId);
    const withoutReading = [...videos.values()].filter(({ latestCheckedAt }) => !latestCheckedAt).map(videoCells);
    const readPage = async (skip: number) => {
      const request = { dealId, pageSize: PAGE_SIZE, skip };
      const { viewLogs, totalSize } = await clients.viewLogs.listDealViewLogs(request);
      const readings = viewLogs.map((log) => {
        const { videoId, videoUrl: url, platform, value, checkedAt, sourceUrl, note } = log;
        return [...videoCells(videos.get(videoId) ?? { url, platform }), value, checkedAt, sourceUrl, note];
      });
      const passed = Math.max(0, skip - totalSize);
      return [...readings, ...withoutReading.slice(passed, passed + PAGE_SIZE - readings.length).map(padded)];
    };
    return csvOf(COLUMNS, readPage, PAGE_SIZE);
  },
});

async function listAllVideos(clients: Clients, dealId: string): Promise<Map<string, Video>> {
  const all = new Map<string, Video>();
  for (let skip = 0; ; skip += PAGE_SIZE) {
    const { videos } = await clients.videos.listVideos({ dealId, pageSize: PAGE_SIZE, skip });
    for (const video of videos) all.set(video.id, video);
    if (videos.length < PAGE_SIZE) return all;
  }
}

/** A video that was added while the file is written is known only by what its readings tell. */
function videoCells({ url, title, platform, postDate }: Pick<Video, 'url' | 'platform'> & Partial<Video>): unknown[] {
  return [url, title, platform, postDate];
}

function padded(cells: readonly unknown[]): unknown[] {
  return COLUMNS.map((_column, index) => cells[index]);
}
