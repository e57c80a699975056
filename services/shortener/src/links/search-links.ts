import type { Pool } from '@svc/chassis/postgres/pool';
import type { SearchType } from '@svc/records/search/search-handlers';
import { snippetOf } from '@svc/records/search/snippet';
import { listRankedLinks } from './link-search-repo.js';
import { accessOf } from './link-view.js';

/** Searches short links. */
export function searchLinks(pool: Pool): SearchType {
  return async (user, wanted) => {
    const { rows, total } = await listRankedLinks(pool, user, wanted);
    const hits = rows.map((link) => ({
      id: link.id,
      title: link.title ?? link.shortId,
      snippet: snippetOf(wanted.query, [link.targetUrl, link.campaign, link.tags.join(', '), link.shortId]),
      url: `/links/${link.id}`,
      score: link.score,
      updatedAt: link.updatedAt,
      access: accessOf(user, link),
    }));
    return { hits, totalSize: total };
  };
}
