import type { Pool } from '@svc/chassis/postgres/pool';
import type { SearchType } from '@svc/records/search/search-handlers';
import { snippetOf } from '@svc/records/search/snippet';
import { listRankedScreenshots } from './screenshot-search-repo.js';
import { accessOf } from './screenshot-view.js';

/** Maximum characters of a title. */
const TITLE_MAX = 200;

export function searchScreenshots(pool: Pool): SearchType {
  return async (user, wanted) => {
    const { rows, total } = await listRankedScreenshots(pool, user, wanted);
    const hits = rows.map((row) => {
      const { id, note, shortId, sourceUrl, capture } = row;
      return {
        id,
        title: (note ?? shortId).slice(0, TITLE_MAX),
        snippet: snippetOf(wanted.query, [capture?.title, sourceUrl, note]),
        url: `/screenshots?screenshotId=${id}`,
        score: row.score,
        updatedAt: row.updatedAt,
        access: accessOf(user, row),
      };
    });
    return { hits, totalSize: total };
  };
}
