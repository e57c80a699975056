import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { invalidInput } from '@svc/chassis/errors/app-error';

/** Tables of an entity's records and their shares with teams. */
export interface ShareTable {
  /** Table of the shares; all have `id`, the record's id, `team_id`, `shared_by`, `created_at` and `confirmed_at`. */
  readonly table: string;
  /** Its column with the id of the record. */
  readonly key: string;
  /** Table of the records; all have `id` and `owner_id`. */
  readonly records: string;
  /** SQL of the name of a record `r`. */
  readonly title: string;
  /** SQL condition on records `r`, if the table also has other rows. */
  readonly only?: string;
}

/** A service's shareable records, by entity type. */
export type ShareTables = Readonly<Record<string, ShareTable>>;

/** The condition of a table, to be appended to other conditions. */
export function andOnly({ only }: ShareTable): string {
  return only === undefined ? '' : `and ${only}`;
}

export type Scope = 'mine' | 'mine-and-shared';

/** Parses a scope; empty means `mine`. Throws `invalid_input` for unknown ones. */
export function readScope(text: string): Scope {
  if (text === '' || text === 'mine') return 'mine';
  if (text === 'mine-and-shared') return text;
  throw invalidInput('scope', 'must be mine or mine-and-shared.');
}

/** SQL for the visibility of an entity's rows. The caller is $1, the caller's teams are $2 (`viewerOf`). */
export interface VisibilityPredicate {
  /** Condition on one row. */
  readonly isVisible: string;
  /** Array of the caller's teams with which the row is shared. */
  readonly teamIds: string;
  /** Subquery: ids of the rows shared with the caller's teams, including the caller's own. */
  readonly sharedIds: string;
  /**
   * Conditions on others' rows shared with the caller's teams; none with the scope `mine`. `owner` and `id` are as in `isInScope`; those of the
   * entity's own table when unset.
   */
  othersInScope(scope: Scope, owner?: string, id?: string): readonly string[];
  /** Condition on many rows; `owner` and `id` are the columns with the record's owner and id. */
  isInScope(scope: Scope, owner: string, id: string): string;
}

/**
 * SQL fragments for who sees a record: its owner, and the active members of a team with which it is shared. Every query for a caller's records uses
 * them; `row` is the query's alias of the entity's table.
 */
export function visibilityOf({ table, key }: ShareTable, row: string): VisibilityPredicate {
  const shares = `from ${table} s where s.${key} = ${row}.id and s.team_id = any ($2::uuid[])`;
  const sharedIds = `select s.${key} from ${table} s where s.team_id = any ($2::uuid[])`;
  return {
    isVisible: `(${row}.owner_id = $1 or exists (select 1 ${shares}))`,
    teamIds: `array(select s.team_id ${shares} order by s.team_id)`,
    sharedIds,
    othersInScope: (scope, owner = `${row}.owner_id`, id = `${row}.id`) =>
      scope === 'mine' ? [] : [`${id} = any (array(${sharedIds})) and ${owner} <> $1`],
    isInScope(scope, owner, id) {
      const isOwned = `${owner} = $1`;
      // The array is evaluated once and used as an index condition, which a subquery could not be.
      return scope === 'mine' ? isOwned : `(${isOwned} or ${id} = any (array(${sharedIds})))`;
    },
  };
}

/** The caller of the query. */
export type Viewer = Pick<UserPrincipal, 'userId' | 'teams'>;

/** The first two parameters of the fragments of `visibilityOf`. */
export function viewerOf(user: Viewer): [userId: string, teamIds: string[]] {
  return [user.userId, user.teams.map(({ id }) => id)];
}
