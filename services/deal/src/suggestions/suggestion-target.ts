import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { invalidInput } from '@svc/chassis/errors/app-error';
import type { Tx } from '@svc/chassis/postgres/transaction';
import { andOnly, viewerOf } from '@svc/records/sharing/visibility-predicate';
import { DEAL_VISIBILITY } from '../deals/deal-access.js';
import { TASK_VISIBILITY } from '../tasks/task-visibility.js';
import { SHARE_TABLES } from '../visibility/share-tables.js';
import { visibilityOf } from '../visibility/visibility-predicate.js';
import type { Entity } from '../visibility/visibility-table.js';

/** Queries for the target with the id $3 if the caller ($1, $2) sees it, by type, for the types that deal stores. */
const QUERIES: ReadonlyMap<string, string> = new Map([
  ['deal', `select 1 from deal.deals d where d.id = $3 and ${DEAL_VISIBILITY.isVisible}`],
  ['video', ofDeal('deal.deal_videos')],
  ['payment', `${ofDeal('deal.deal_payments')} and d.owner_id = $1`],
  ['task', `select 1 from deal.tasks k where k.id = $3 and ${TASK_VISIBILITY.isVisible}`],
  ...(['contact', 'influencer', 'message_template', 'deal_template'] as const).map(
    (entity) => [entity, ofEntity(entity)] as const,
  ),
]);

/** Throws `invalid_input` unless the target is a record of its type that the caller sees. */
export async function checkTarget(tx: Tx, user: UserPrincipal, targetType: string, targetId: string): Promise<void> {
  const query = QUERIES.get(targetType);
  if (query === undefined || (await tx.find(query, [...viewerOf(user), targetId])) !== null) return;
  throw invalidInput(
    'targetId',
    `must be your own ${targetType.replaceAll('_', ' ')}, or one that is shared with you.`,
  );
}

function ofDeal(table: string): string {
  return `select 1 from ${table} r join deal.deals d on d.id = r.deal_id where r.id = $3 and ${DEAL_VISIBILITY.isVisible}`;
}

function ofEntity(entity: Entity): string {
  const table = SHARE_TABLES[entity];
  return `select 1 from ${table.records} r where r.id = $3 and ${visibilityOf(entity, 'r').isVisible} ${andOnly(table)}`;
}
