import type { PageRows } from '@svc/chassis/postgres/lists/list-page';
import type { Db } from '@svc/chassis/postgres/pool';
import { listRanked, type Ranked } from '@svc/records/search/ranked-rows';
import type { Wanted } from '@svc/records/search/search-handlers';
import { NOTICE } from './memory-repo.js';

/** A memory as a search result. */
export interface FoundMemory {
  readonly id: string;
  readonly content: string;
  readonly kind: string;
  readonly tags: string[];
  readonly updatedAt: Date;
  /** Warning about the text; null for what the user wrote or approved. */
  readonly notice: string | null;
}

/** Best matches among the user's active memories, with their total. */
export function listRankedMemories(db: Db, ownerId: string, wanted: Wanted): Promise<PageRows<FoundMemory & Ranked>> {
  return listRanked(
    (text, values) => db.query<FoundMemory & Ranked>(text, values),
    {
      table: 'memory.memories m',
      row: 'm',
      isListed: 'm.owner_id = $1 and m.archived_at is null',
      text: 'm.search_text',
      newestBy: 'm.created_at',
      isNamed: ({ id }) => `m.id = ${id()}`,
      matches: ({ pattern }) => [`m.search_text like extensions.search_text(${pattern()})`],
      columns: `m.id, m.content, m.kind, m.tags, m.updated_at as "updatedAt", ${NOTICE} as notice`,
    },
    [ownerId],
    wanted,
  );
}
