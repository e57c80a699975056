import type { Scope } from '@svc/records/sharing/visibility-predicate';
import { DEAL_VISIBILITY } from './deal-access.js';

/** Columns that the search text of a deal includes. */
type SearchedColumn = 'name' | 'brand' | 'promo_code';

/**
 * SQL for the ids of the deals in the scope with the text in one of the columns; `pattern` is the placeholder of a `searchPattern`. The index of
 * search texts narrows the deals down.
 */
export function matchingDeals(scope: Scope, columns: readonly SearchedColumn[], pattern: string): string {
  const hasText = (text: string): string => `${text} like extensions.search_text(${pattern})`;
  return `select m.id from deal.deals m
              where ${DEAL_VISIBILITY.isInScope(scope, 'm.owner_id', 'm.id')}
                and ${hasText('m.search_text')}
                and (${columns.map((column) => hasText(`extensions.search_text(m.${column})`)).join(' or ')})`;
}
