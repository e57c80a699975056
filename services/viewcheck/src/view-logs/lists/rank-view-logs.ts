import type { Pool } from '@svc/chassis/postgres/pool';
import type { SearchType } from '@svc/records/search/search-handlers';
import { snippetOf } from '@svc/records/search/snippet';
import { type DealDirectory, describeVideos, unpackIds } from '../deal-directory.js';
import { listRankedViewLogs } from './view-log-search-repo.js';

/** Maximum videos that deal describes in one call. */
const DESCRIBED_MAX = 500;

/** Searches view logs by their notes, and by names of deals and videos, which deal matches and returns. Omits view logs of deleted videos. */
export function rankViewLogs(pool: Pool, directory: DealDirectory): SearchType {
  return async (user, wanted) => {
    const { query, scope, limit } = wanted;
    const targets = await directory.findViewLogTargets({ scope, query });
    const deals = {
      ownerId: user.userId,
      sharedDealIds: unpackIds(targets.sharedDealIds),
      matchingDealIds: unpackIds(targets.matchingDealIds),
      matchingVideoIds: unpackIds(targets.matchingVideoIds),
    };
    const bounded = { ...wanted, limit: Math.min(limit, DESCRIBED_MAX) };
    const { rows, total } = await listRankedViewLogs(pool, deals, bounded);
    const videos = await describeVideos(
      directory,
      rows.map(({ videoId }) => videoId),
    );
    const hits = rows.flatMap(({ id, dealId, videoId, value, note, score, updatedAt }) => {
      const video = videos.get(videoId);
      if (!video?.access) return [];
      const { dealName, promoCode, videoUrl, access } = video;
      const count = `${value.toLocaleString('en-US')} views of ${videoUrl}`;
      const snippet = snippetOf(query, [note, count, promoCode]);
      return [{ id, title: dealName, snippet, url: `/deals/${dealId}`, score, updatedAt, access }];
    });
    return { hits, totalSize: total };
  };
}
