import { invalidInput } from '@svc/chassis/errors/app-error';
import type { UserPrincipal } from '@svc/chassis/principal';
import { VISIBILITY, type Entity, type EntityRules } from './visibility-table.js';

/** Where the records of an entity are, and their shares with teams. */
export interface ShareTable {
  /** Table of the shares; all have `id`, the record's id, `team_id`, `shared_by` and `created_at`. */
  readonly table: string;
  /** Its column with the id of the record. */
  readonly key: string;
  /** Table of the records; all have `id` and `owner_id`. */
  readonly records: string;
  /** Its column that names a record for people. */
  readonly title: string;
  /** Value of its column `kind`, where the table holds more than one entity. */
  readonly kind?: string;
}

export const SHARE_TABLES: Readonly<Record<Entity, ShareTable>> = {
  deal: { table: 'deal.deal_team_shares', key: 'deal_id', records: 'deal.deals', title: 'name' },
  contact: {
    table: 'deal.contact_team_shares',
    key: 'contact_id',
    records: 'deal.contacts',
    title: 'name',
    kind: 'contact',
  },
  influencer: {
    table: 'deal.contact_team_shares',
    key: 'contact_id',
    records: 'deal.contacts',
    title: 'name',
    kind: 'influencer',
  },
  message_template: {
    table: 'deal.message_template_team_shares',
    key: 'message_template_id',
    records: 'deal.message_templates',
    title: 'name',
  },
  task: { table: 'deal.task_team_shares', key: 'task_id', records: 'deal.tasks', title: 'title' },
  deal_template: {
    table: 'deal.deal_template_team_shares',
    key: 'deal_template_id',
    records: 'deal.deal_templates',
    title: 'name',
  },
};

export type Scope = 'mine' | 'mine-and-shared';

/** Throws `invalid_input` for anything but the two scopes; empty means `mine`. */
export function readScope(text: string): Scope {
  if (text === '' || text === 'mine') return 'mine';
  if (text === 'mine-and-shared') return text;
  throw invalidInput('scope', 'Has to be mine or mine-and-shared.');
}

/** What a row tells about why the caller sees it. */
export interface SeenRow {
  readonly ownerId: string;
  /** The caller's teams through which the record is seen; empty for its owner. */
  readonly teamIds: string[];
  /** The owner has granted the caller the entity's sensitive fields. */
  readonly isGranted: boolean;
}

/** SQL about who sees the rows of an entity. The caller is $1, the caller's teams are $2 (`viewerOf`). */
export interface Sight {
  /** Condition on one row. */
  readonly isSeen: string;
  /** Columns of a SeenRow, beside the owner. */
  readonly seenColumns: string;
  /** Subquery: ids of the rows that are shared with the caller's teams, the caller's own among them. */
  readonly sharedIds: string;
  /** Condition on many rows; `owner` and `id` are the columns with the record's owner and id. */
  isInScope(scope: Scope, owner: string, id: string): string;
}

/**
 * Who sees a record: its owner, and the active members of a team that it is shared with. Every query about records of a caller
 * uses these fragments; `row` is what the query calls the entity's table.
 */
export function sightOf(entity: Entity, row: string): Sight {
  const { table, key } = SHARE_TABLES[entity];
  const { grant }: EntityRules = VISIBILITY[entity];
  const shares = `from ${table} s where s.${key} = ${row}.id and s.team_id = any ($2::uuid[])`;
  const sharedIds = `select s.${key} from ${table} s where s.team_id = any ($2::uuid[])`;
  const isGranted =
    grant === null
      ? 'false'
      : `(${row}.owner_id <> $1 and exists (
              select 1 from deal.access_requests g
               where g.requester_id = $1 and g.owner_id = ${row}.owner_id and g.scope = '${grant}'
                 and g.status = 'approved' and (g.expires_at is null or g.expires_at > now())
                 and (g.entity_id is null or g.entity_id = ${row}.id)))`;
  return {
    isSeen: `(${row}.owner_id = $1 or exists (select 1 ${shares}))`,
    seenColumns: `array(select s.team_id ${shares} and ${row}.owner_id <> $1 order by s.team_id) as "teamIds",
            ${isGranted} as "isGranted"`,
    sharedIds,
    isInScope(scope, owner, id) {
      const isOwned = `${owner} = $1`;
      // The array is read once and then used as an index condition, which a subquery would not be.
      return scope === 'mine' ? isOwned : `(${isOwned} or ${id} = any (array(${sharedIds})))`;
    },
  };
}

/** The first two parameters of the fragments above. */
export function viewerOf(user: UserPrincipal): [userId: string, teamIds: string[]] {
  return [user.userId, user.teams.map(({ id }) => id)];
}
