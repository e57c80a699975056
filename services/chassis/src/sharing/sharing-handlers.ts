import { forbidden, invalidInput, noSuch } from '../errors/app-error.js';
import type { UnaryMethod } from '../grpc/methods.js';
import { pageOf } from '../grpc/paging.js';
import type { ServiceHandlers } from '../grpc/server.js';
import type { Write } from '../grpc/write.js';
import type { Pool } from '../postgres/pool.js';
import { inTransaction, type Tx } from '../postgres/transaction.js';
import type { UserPrincipal } from '../principal.js';
import {
  deleteShare,
  deleteSharesOf,
  findShare,
  findShareable,
  insertShare,
  listShares,
  type MembershipEnd,
  type ShareRow,
} from './share-repo.js';
import type { ShareTables } from './share-table.js';
import { assertOwned, requireMembership } from './team-access.js';

/** What a service shares with teams, and what its shares leave behind in their transaction. */
export interface Sharing {
  readonly tables: ShareTables;
  readonly onShared?: (tx: Tx, user: UserPrincipal, share: ShareRow) => Promise<void>;
  readonly onUnshared?: (tx: Tx, user: UserPrincipal, share: ShareRow) => Promise<void>;
  readonly onMembershipEnd?: (tx: Tx, ended: MembershipEnd) => Promise<void>;
}

interface ShareOfTeam {
  teamId: string;
  shareId: string;
}

type RecordForTeam = Pick<ShareRow, 'teamId' | 'entityType' | 'entityId'>;

/** `svc.sharing.v1.TeamShareService`, as far as the handlers need to know it. */
interface TeamShareMethods {
  readonly shareWithTeam: UnaryMethod<RecordForTeam, { share: ShareRow | null; created: boolean }>;
  readonly endTeamShare: UnaryMethod<ShareOfTeam, object>;
  readonly listTeamShares: UnaryMethod<
    { teamId: string; pageSize: number; skip: number },
    { shares: ShareRow[]; totalSize: number }
  >;
}

/** `svc.sharing.v1.MembershipService`, as far as the handlers need to know it. */
interface MembershipMethods {
  readonly recordMembershipEnd: UnaryMethod<
    { teamId: string; userId?: string | null | undefined; sharedUntil?: Date | null | undefined },
    object
  >;
}

/** Records that are shared with teams. */
export function teamShareHandlers(
  methods: TeamShareMethods,
  pool: Pool,
  write: Write,
  sharing: Sharing,
): ServiceHandlers<TeamShareMethods> {
  return {
    shareWithTeam: write(methods.shareWithTeam, (tx, request, { user }) => shareRecord(tx, sharing, user, request)),
    endTeamShare: write(methods.endTeamShare, (tx, request, { user }) => endShare(tx, sharing, user, request)),
    listTeamShares: async (request, { user }) => {
      requireMembership(user, request.teamId);
      const { rows, total } = await listShares(pool, sharing.tables, request.teamId, pageOf(request));
      return { shares: rows, totalSize: total };
    },
  };
}

/** Follows the ends of memberships and teams. */
export function membershipHandlers(pool: Pool, sharing: Sharing): ServiceHandlers<MembershipMethods> {
  return {
    recordMembershipEnd: async ({ teamId, userId = null, sharedUntil = null }) => {
      const ended = { teamId, userId, sharedUntil };
      await inTransaction(pool, async (tx) => {
        await deleteSharesOf(tx, sharing.tables, ended);
        await sharing.onMembershipEnd?.(tx, ended);
      });
    },
  };
}

/**
 * Shares an owned record with a team of the caller's; again answers the same share. Throws NOT_FOUND for a hidden record or team,
 * FORBIDDEN for a record that is only shared with the caller.
 */
async function shareRecord(
  tx: Tx,
  { tables, onShared }: Sharing,
  user: UserPrincipal,
  { teamId, entityType, entityId }: RecordForTeam,
): Promise<{ share: ShareRow; created: boolean }> {
  const table = Object.hasOwn(tables, entityType) ? tables[entityType] : undefined;
  if (!table) throw invalidInput('entityType', `has to be one of ${Object.keys(tables).join(', ')}.`);
  requireMembership(user, teamId);
  const record = await findShareable(tx, user, table, entityId);
  assertOwned(entityType.replaceAll('_', ' '), user, record, 'share');
  const { created, ...stored } = await insertShare(tx, table, { entityId, teamId, sharedBy: user.userId });
  const { title, ownerId } = record;
  const share = { ...stored, teamId, entityType, entityId, title, ownerId };
  if (created) await onShared?.(tx, user, share);
  return { share, created };
}

/** Ends a share, for its next request on. Throws NOT_FOUND, or FORBIDDEN for ordinary members who do not own the record. */
async function endShare(
  tx: Tx,
  { tables, onUnshared }: Sharing,
  user: UserPrincipal,
  { teamId, shareId }: ShareOfTeam,
): Promise<void> {
  requireMembership(user, teamId);
  const share = await findShare(tx, tables, teamId, shareId);
  const table = share && tables[share.entityType];
  if (!table) throw noSuch('share');
  const runsTeam = user.teams.some(({ id, role }) => id === teamId && role !== 'member');
  if (share.ownerId !== user.userId && !runsTeam) {
    throw forbidden('Only the owner of the record, and owners and administrators of the team, may end this share.');
  }
  await deleteShare(tx, table, share.id);
  await onUnshared?.(tx, user, share);
}
