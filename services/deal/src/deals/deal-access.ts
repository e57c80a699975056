import { forbidden, invalidInput, notFound } from '@svc/chassis/errors/app-error';
import type { TeamRole, UserPrincipal } from '@svc/chassis/principal';
import type { Access, Deal } from '@svc/proto/deal/v1/deal_service';
import type { StoredDeal } from './deal.js';

/**
 * Who sees a deal, and its videos: its owner, and the active members of a team that it is shared with. Every query about deals of a
 * caller has the caller as $1 and the caller's teams as $2 (`viewerOf`), calls the table of deals `d`, and uses these fragments.
 */
const SHARES_SEEN = `from deal.deal_team_shares s where s.deal_id = d.id and s.team_id = any ($2::uuid[])`;

/** Condition on few deals. Not `exists`, for which the planner may read all that the teams have in order to look at one deal. */
export const IS_SEEN = `(d.owner_id = $1 or (select true ${SHARES_SEEN} limit 1))`;

/** The caller's teams through which a deal is seen; empty for its owner. */
export const TEAM_IDS = `array(select s.team_id ${SHARES_SEEN} and d.owner_id <> $1 order by s.team_id) as "teamIds"`;

/** Subquery: the deals that are shared with the caller's teams, the caller's own among them. */
export const SHARED_DEAL_IDS = `select s.deal_id from deal.deal_team_shares s where s.team_id = any ($2::uuid[])`;

export type Scope = 'mine' | 'mine-and-shared';

/** Throws `invalid_input` for anything but the two scopes; empty means `mine`. */
export function readScope(text: string): Scope {
  if (text === '' || text === 'mine') return 'mine';
  if (text === 'mine-and-shared') return text;
  throw invalidInput('scope', 'Has to be mine or mine-and-shared.');
}

/** Condition on many rows; `owner` and `deal` are the columns with the owner and the id of the deal. */
export function isInScope(scope: Scope, owner: string, deal: string): string {
  const isOwned = `${owner} = $1`;
  // The array is read once and then used as an index condition, which a subquery would not be.
  return scope === 'mine' ? isOwned : `(${isOwned} or ${deal} = any (array(${SHARED_DEAL_IDS})))`;
}

/** The first two parameters of the fragments above. */
export function viewerOf(user: UserPrincipal): [userId: string, teamIds: string[]] {
  return [user.userId, user.teams.map(({ id }) => id)];
}

/** What a row tells about why the caller sees it. */
export interface SeenRow {
  readonly ownerId: string;
  /** As TEAM_IDS says. */
  readonly teamIds: string[];
}

const ROLES = ['owner', 'admin', 'member'] as const satisfies readonly TeamRole[];

/** Fields that only the owner sees. */
const REDACTED = ['price'];

/** What the caller may do with a deal that it sees; of several teams the one with the best role counts. */
export function accessOf(user: UserPrincipal, { ownerId, teamIds }: SeenRow): Access {
  if (ownerId === user.userId) {
    return { role: 'owner', teamIds: [], canEdit: true, canEditViews: true, redacted: [] };
  }
  const held = new Set(user.teams.filter(({ id }) => teamIds.includes(id)).map(({ role }) => role));
  const role = ROLES.find((each) => held.has(each)) ?? 'member';
  return { role: `team-${role}`, teamIds, canEdit: false, canEditViews: role !== 'member', redacted: REDACTED };
}

/** The deal as the caller may see it. */
export function toDeal(user: UserPrincipal, { teamIds, ...deal }: StoredDeal & SeenRow): Deal {
  const access = accessOf(user, { ownerId: deal.ownerId, teamIds });
  return { ...deal, price: access.redacted.includes('price') ? null : deal.price, access };
}

/** Throws `not_found` for a hidden deal, and `forbidden` for one that the caller sees but does not own. */
export function assertEditable<Row extends SeenRow>(user: UserPrincipal, deal: Row | null): asserts deal is Row {
  if (!deal) throw notFound('deal');
  if (!accessOf(user, deal).canEdit) {
    throw forbidden('This deal is shared with you to look at. Only its owner may change it and its videos.');
  }
}
