import type { Pool } from '@svc/chassis/postgres/pool';
import type { SearchType } from '@svc/records/search/search-handlers';
import { snippetOf } from '@svc/records/search/snippet';
import { toDeal } from './deal-access.js';
import { listRankedDeals } from './deal-search-repo.js';

/** Searches deals, without revealing matches in hidden fields of other users' deals. */
export function searchDeals(pool: Pool): SearchType {
  return async (user, wanted) => {
    const { rows, total } = await listRankedDeals(pool, user, wanted);
    const hits = rows.map(({ score, total: _total, ...row }) => {
      const { access, ...deal } = toDeal(user, row);
      const notes = row.ownerId === user.userId ? deal.notes : null;
      const texts = [deal.promoCode, deal.brand, deal.contactName, deal.tags.join(', '), notes];
      const snippet = snippetOf(wanted.query, texts);
      return {
        id: deal.id,
        title: deal.name,
        snippet,
        url: `/deals/${deal.id}`,
        score,
        updatedAt: row.updatedAt,
        access,
      };
    });
    return { hits, totalSize: total };
  };
}
