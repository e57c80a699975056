import { visibilityOf as visibilityOfTable, type VisibilityPredicate } from '@svc/records/sharing/visibility-predicate';
import { SHARE_TABLES } from './share-tables.js';
import { type Entity, type EntityRules, VISIBILITY } from './visibility-table.js';

/** Columns of a row that determine why the caller sees it. */
export interface SeenRow {
  readonly ownerId: string;
  /** Those of the caller's teams that the record is shared with. */
  readonly teamIds: string[];
  /** Whether the owner has granted the caller the entity's sensitive fields. */
  readonly isGranted: boolean;
}

/** Conditions for the visibility of an entity's rows, with the columns of a SeenRow besides the owner. */
export interface EntityVisibility extends VisibilityPredicate {
  readonly seenColumns: string;
  /** Condition on a row of another owner: the caller has a grant for its sensitive fields. */
  readonly isGranted: string;
  /** Subquery for the ids of other users' rows that are shared with the caller's teams and whose sensitive fields the caller may see. */
  readonly grantedIds: string;
}

/** The visibility predicates of an entity's table, named `row` in the query, and whether its sensitive fields are granted to the caller. */
export function visibilityOf(entity: Entity, row: string): EntityVisibility {
  const predicate = visibilityOfTable(SHARE_TABLES[entity], row);
  const { grant }: EntityRules = VISIBILITY[entity];
  const isGranted =
    grant === null
      ? 'false'
      : `(${row}.owner_id <> $1 and exists (
              select 1 from deal.access_requests g
               where g.requester_id = $1 and g.owner_id = ${row}.owner_id and g.scope = '${grant}'
                 and g.status = 'approved' and (g.expires_at is null or g.expires_at > now())
                 and (g.entity_id is null or g.entity_id = ${row}.id)))`;
  return {
    ...predicate,
    isGranted,
    seenColumns: `${predicate.teamIds} as "teamIds", ${isGranted} as "isGranted"`,
    grantedIds: `select ${row}.id from ${SHARE_TABLES[entity].records} ${row}
              where ${row}.id = any (array(${predicate.sharedIds})) and ${isGranted}`,
  };
}
