import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { countUpToMax, listPage, type Page, type PageRows } from '@svc/chassis/postgres/lists/list-page';
import { searchPattern } from '@svc/chassis/postgres/lists/search';
import type { Db } from '@svc/chassis/postgres/pool';
import { onlyRow } from '@svc/chassis/postgres/rows';
import type { Tx } from '@svc/chassis/postgres/transaction';
import { type Scope, viewerOf } from '@svc/records/sharing/visibility-predicate';
import { type SeenRow, visibilityOf } from '../visibility/visibility-predicate.js';
import type { DealTemplateFields, DealTemplateRow, NewDealTemplate } from './deal-template.js';

const TEMPLATE_VISIBILITY = visibilityOf('deal_template', 't');

const COLUMNS = `t.id, t.owner_id as "ownerId", t.name, t.platform, t.deliverables, t.views_target as "viewsTarget",
            t.timeline_days as "timelineDays", t.price, t.currency, t.notes, t.created_at as "createdAt",
            t.updated_at as "updatedAt", t.version`;

/** Finds the template if the caller sees it. */
export async function findDealTemplate(
  db: Db,
  user: UserPrincipal,
  templateId: string,
): Promise<(DealTemplateRow & SeenRow) | null> {
  const [template] = await listSeenDealTemplates(db, user, [templateId]);
  return template ?? null;
}

/** Lists those of the templates that the caller sees, in any order. */
export async function listSeenDealTemplates(
  db: Db,
  user: UserPrincipal,
  templateIds: readonly string[],
): Promise<(DealTemplateRow & SeenRow)[]> {
  return db.list<DealTemplateRow & SeenRow>(
    `select ${COLUMNS}, ${TEMPLATE_VISIBILITY.seenColumns} from deal.deal_templates t
      where t.id = any ($3::uuid[]) and ${TEMPLATE_VISIBILITY.isVisible}`,
    [...viewerOf(user), templateIds],
  );
}

/** Finds the template if the caller sees it, locked until the end of the transaction. */
export async function findDealTemplateForUpdate(
  tx: Tx,
  user: UserPrincipal,
  templateId: string,
): Promise<(DealTemplateRow & SeenRow) | null> {
  return tx.find<DealTemplateRow & SeenRow>(
    `select ${COLUMNS}, ${TEMPLATE_VISIBILITY.seenColumns} from deal.deal_templates t
      where t.id = $3 and ${TEMPLATE_VISIBILITY.isVisible} for no key update of t`,
    [...viewerOf(user), templateId],
  );
}

/** Filters for a list of templates; null disables one. */
export interface DealTemplateFilter {
  readonly scope: Scope;
  /** Searches name, platform, deliverables and notes. */
  readonly query: string | null;
}

/** Lists templates that the caller sees, newest first, with their total. */
export async function listDealTemplates(
  db: Db,
  user: UserPrincipal,
  { scope, query }: DealTemplateFilter,
  page: Page,
): Promise<PageRows<DealTemplateRow & SeenRow>> {
  const isListed = `${TEMPLATE_VISIBILITY.isInScope(scope, 't.owner_id', 't.id')}
        and ($3::text is null
         or extensions.search_text(concat_ws(E'\\n', t.name, t.platform, t.deliverables, t.notes))
            like extensions.search_text($3))`;
  const text = `
     select ${COLUMNS}, ${TEMPLATE_VISIBILITY.seenColumns},
            ${countUpToMax(`deal.deal_templates t where ${isListed}`)} as total
       from deal.deal_templates t
      where ${isListed}
      order by t.created_at desc, t.id desc
      limit $4 offset $5`;
  const filters = [...viewerOf(user), query === null ? null : searchPattern(query)];
  return listPage(page, ({ limit, offset }) => db.query(text, [...filters, limit, offset]));
}

export async function insertDealTemplate(tx: Tx, template: NewDealTemplate): Promise<DealTemplateRow> {
  const { rows } = await tx.query<DealTemplateRow>(
    `insert into deal.deal_templates as t
            (id, owner_id, name, platform, deliverables, views_target, timeline_days, price, currency, notes)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  returning ${COLUMNS}`,
    [
      template.id,
      template.ownerId,
      template.name,
      template.platform,
      template.deliverables,
      template.viewsTarget,
      template.timelineDays,
      template.price,
      template.currency,
      template.notes,
    ],
  );
  return onlyRow(rows);
}

/** Sets all fields of a locked template. */
export async function updateDealTemplateRow(
  tx: Tx,
  templateId: string,
  fields: DealTemplateFields,
): Promise<DealTemplateRow> {
  const { rows } = await tx.query<DealTemplateRow>(
    `update deal.deal_templates t
        set name = $2, platform = $3, deliverables = $4, views_target = $5, timeline_days = $6, price = $7, currency = $8,
            notes = $9, updated_at = now(), version = version + 1
      where t.id = $1
  returning ${COLUMNS}`,
    [
      templateId,
      fields.name,
      fields.platform,
      fields.deliverables,
      fields.viewsTarget,
      fields.timelineDays,
      fields.price,
      fields.currency,
      fields.notes,
    ],
  );
  return onlyRow(rows);
}

/** Deletes a template with its shares. */
export async function deleteDealTemplateRow(tx: Tx, templateId: string): Promise<void> {
  await tx.query(`delete from deal.deal_templates where id = $1`, [templateId]);
}
