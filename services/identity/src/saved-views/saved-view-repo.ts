import { countUpToMax, listPage, type Page, type PageRows } from '@svc/chassis/postgres/lists/list-page';
import type { Db } from '@svc/chassis/postgres/pool';
import { onlyRow } from '@svc/chassis/postgres/rows';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { SavedView } from '@svc/proto/identity/v1/saved_view_service';

const COLUMNS = `v.id, v.list, v.name, v.query, v.position, v.created_at as "createdAt", v.updated_at as "updatedAt", v.version`;

/** Fields of a view that its owner sets. */
export type SavedViewFields = Pick<SavedView, 'name' | 'query' | 'position'>;

/** Lists a user's views, by list and position, with their total; of one list, or of all (null). */
export async function listSavedViews(
  db: Db,
  ownerId: string,
  list: string | null,
  page: Page,
): Promise<PageRows<SavedView>> {
  const listed = `identity.saved_views v
      where v.owner_id = $1
        and ($2::text is null or v.list = $2)`;
  const text = `
     select ${COLUMNS}, ${countUpToMax(listed)} as total from ${listed}
      order by v.list, v.position, v.id limit $3 offset $4`;
  return listPage(page, ({ limit, offset }) => db.query(text, [ownerId, list, limit, offset]));
}

/** Returns the number of a user's views, and the position after the last one of a list. */
export async function findRoom(
  tx: Tx,
  ownerId: string,
  list: string,
): Promise<{ readonly count: number; readonly position: number }> {
  const { rows } = await tx.query<{ count: number; position: number }>(
    `select count(*) as count, coalesce(max(v.position) filter (where v.list = $2) + 1, 0) as position
       from identity.saved_views v where v.owner_id = $1`,
    [ownerId, list],
  );
  return onlyRow(rows);
}

export async function insertSavedView(
  tx: Tx,
  view: SavedViewFields & { readonly id: string; readonly ownerId: string; readonly list: string },
): Promise<SavedView> {
  const { rows } = await tx.query<SavedView>(
    `insert into identity.saved_views as v (id, owner_id, list, name, query, position)
     values ($1, $2, $3, $4, $5, $6)
  returning ${COLUMNS}`,
    [view.id, view.ownerId, view.list, view.name, JSON.stringify(view.query), view.position],
  );
  return onlyRow(rows);
}

/** Finds a user's view, locked until the end of the transaction. */
export async function findSavedViewForUpdate(tx: Tx, ownerId: string, viewId: string): Promise<SavedView | null> {
  return tx.find<SavedView>(
    `select ${COLUMNS} from identity.saved_views v where v.id = $2 and v.owner_id = $1 for no key update`,
    [ownerId, viewId],
  );
}

/** Sets all fields of a locked view. */
export async function updateSavedViewRow(
  tx: Tx,
  viewId: string,
  { name, query, position }: SavedViewFields,
): Promise<SavedView> {
  const { rows } = await tx.query<SavedView>(
    `update identity.saved_views v
        set name = $2, query = $3, position = $4, updated_at = now(), version = version + 1
      where v.id = $1
  returning ${COLUMNS}`,
    [viewId, name, JSON.stringify(query), position],
  );
  return onlyRow(rows);
}

export async function deleteSavedViewRow(tx: Tx, viewId: string): Promise<void> {
  await tx.query(`delete from identity.saved_views where id = $1`, [viewId]);
}
