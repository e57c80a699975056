import { Id } from '@svc/chassis/schemas/scalars';
import type { ListVideosResponse, Video } from '@svc/proto/deal/v1/video_service';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import type { Clients } from '../run/clients.js';
import { csvName, csvOf, pagesBy } from '../schemas/csv.js';

const PAGE_SIZE = 200;
const COLUMNS = ['url', 'title', 'platform', 'postDate', 'views', 'checkedAt', 'sourceUrl', 'note'];

export const exportProof = defineOperation({
  name: 'deals.export_proof',
  summary: 'Download the videos of a deal and their view logs as CSV',
  description: 'One row per view log, latest checked first, followed by one per video without any.',
  tier: 0,
  http: { method: 'GET', path: '/deals/:dealId/proof.csv', produces: 'text/csv' },
  input: z.strictObject({ dealId: Id }),
  run: async ({ dealId }, { clients }) => {
    const [{ deal }, videos] = await Promise.all([clients.deals.getDeal({ dealId }), listAllVideos(clients, dealId)]);
    const withoutViewLog = [...videos.values()].filter(({ latestCheckedAt }) => !latestCheckedAt).map(videoCells);
    const readPage = async (pageToken: string | null) => {
      const request = { dealId, pageSize: PAGE_SIZE, skip: 0, pageToken };
      const { viewLogs, nextPageToken } = await clients.viewLogs.listDealViewLogs(request);
      const rows = viewLogs.map((log) => {
        const { videoId, videoUrl: url, platform, value, checkedAt, sourceUrl, note } = log;
        return [...videoCells(videos.get(videoId) ?? { url, platform }), value, checkedAt, sourceUrl, note];
      });
      const isLast = (nextPageToken ?? null) === null;
      return { rows: isLast ? [...rows, ...withoutViewLog.map(padded)] : rows, nextPageToken };
    };
    return csvOf(COLUMNS, pagesBy(readPage), csvName(deal?.name, deal?.promoCode, 'proof'));
  },
});

async function listAllVideos(clients: Clients, dealId: string): Promise<Map<string, Video>> {
  const all = new Map<string, Video>();
  let pageToken: string | null = null;
  do {
    const request = { dealId, pageSize: PAGE_SIZE, skip: 0, pageToken };
    const answer: ListVideosResponse = await clients.videos.listVideos(request);
    for (const video of answer.videos) all.set(video.id, video);
    pageToken = answer.nextPageToken ?? null;
  } while (pageToken !== null);
  return all;
}

/** The cells of a video. One that was added during the export is known only from its view logs. */
function videoCells({ url, title, platform, postDate }: Pick<Video, 'url' | 'platform'> & Partial<Video>): unknown[] {
  return [url, title, platform, postDate];
}

function padded(cells: readonly unknown[]): unknown[] {
  return COLUMNS.map((_column, index) => cells[index]);
}
