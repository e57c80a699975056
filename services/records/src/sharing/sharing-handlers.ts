import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { forbidden, invalidInput, noSuch } from '@svc/chassis/errors/app-error';
import type { UnaryMethod } from '@svc/chassis/grpc/methods';
import { pageOf } from '@svc/chassis/grpc/paging';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Write } from '@svc/chassis/grpc/write';
import type { Page, PageRows } from '@svc/chassis/postgres/lists/list-page';
import type { Db, Pool } from '@svc/chassis/postgres/pool';
import { inTransaction, type Tx } from '@svc/chassis/postgres/transaction';
import {
  deleteShare,
  deleteSharesOf,
  findSeenRecord,
  findShare,
  findShareable,
  insertShare,
  listShares,
  listSharesOf,
  type MembershipEnd,
  type ShareRow,
} from './share-repo.js';
import { assertOwned, requireMembership } from './team-access.js';
import type { ShareTable, ShareTables } from './visibility-predicate.js';

/** A service's shareable records, and its hooks that run in the transaction of a share. */
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

type SharedRecord = Pick<ShareRow, 'entityType' | 'entityId'>;
type RecordForTeam = SharedRecord & Pick<ShareRow, 'teamId'>;

/** The part of `svc.sharing.v1.TeamShareService` that the handlers need. */
interface TeamShareMethods {
  readonly shareWithTeam: UnaryMethod<RecordForTeam, { share: ShareRow | null; created: boolean }>;
  readonly endTeamShare: UnaryMethod<ShareOfTeam, object>;
  readonly listTeamShares: UnaryMethod<
    { teamId: string; pageSize: number; skip: number },
    { shares: ShareRow[]; totalSize: number }
  >;
  readonly listSharesOfRecord: UnaryMethod<
    SharedRecord & { pageSize: number; skip: number },
    { shares: ShareRow[]; totalSize: number }
  >;
}

/** The part of `svc.sharing.v1.MembershipService` that the handlers need. */
interface MembershipMethods {
  readonly recordMembershipEnd: UnaryMethod<
    {
      teamId: string;
      userId?: string | null | undefined;
      sharedUntil?: Date | null | undefined;
      formerTeam?: { members: { userId: string; teamIds: string[] }[] } | null | undefined;
    },
    object
  >;
}

/** Records shared with teams. */
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
    listSharesOfRecord: async (request, { user }) => {
      const { rows, total } = await listSharesOfRecord(pool, sharing.tables, user, request, pageOf(request));
      return { shares: rows, totalSize: total };
    },
  };
}

/** Handles the ends of memberships and teams. */
export function membershipHandlers(pool: Pool, sharing: Sharing): ServiceHandlers<MembershipMethods> {
  return {
    recordMembershipEnd: async ({ teamId, userId = null, sharedUntil = null, formerTeam = null }) => {
      const ended = { teamId, userId, sharedUntil, formerTeam };
      await inTransaction(pool, async (tx) => {
        await deleteSharesOf(tx, sharing.tables, ended);
        await sharing.onMembershipEnd?.(tx, ended);
      });
    },
  };
}

/**
 * Shares the caller's own record with one of the caller's teams; repeating it returns the same share. Throws NOT_FOUND for a hidden record or team,
 * FORBIDDEN for a record that is only shared with the caller.
 */
async function shareRecord(
  tx: Tx,
  { tables, onShared }: Sharing,
  user: UserPrincipal,
  { teamId, entityType, entityId }: RecordForTeam,
): Promise<{ share: ShareRow; created: boolean }> {
  const table = tableOf(tables, entityType);
  requireMembership(user, teamId);
  const record = await findShareable(tx, user, table, entityId);
  assertOwned(wordsOf(entityType), user, record, 'share');
  const { created, ...stored } = await insertShare(tx, table, { entityId, teamId, sharedBy: user.userId });
  const { title, ownerId } = record;
  const share = { ...stored, teamId, entityType, entityId, title, ownerId };
  if (created) await onShared?.(tx, user, share);
  return { share, created };
}

/**
 * The teams with which an owned record is shared, newest first, with their total. Throws NOT_FOUND for a hidden record, FORBIDDEN for one that is
 * only shared with the caller.
 */
export async function listSharesOfRecord(
  db: Db,
  tables: ShareTables,
  user: UserPrincipal,
  { entityType, entityId }: SharedRecord,
  page: Page,
): Promise<PageRows<ShareRow>> {
  const table = tableOf(tables, entityType);
  assertOwned(wordsOf(entityType), user, await findSeenRecord(db, user, table, entityId), 'share');
  return listSharesOf(db, { [entityType]: table }, entityId, page);
}

function tableOf(tables: ShareTables, entityType: string): ShareTable {
  const table = Object.hasOwn(tables, entityType) ? tables[entityType] : undefined;
  if (!table) throw invalidInput('entityType', `must be one of ${Object.keys(tables).join(', ')}.`);
  return table;
}

function wordsOf(entityType: string): string {
  return entityType.replaceAll('_', ' ');
}

/**
 * Ends a share; the next request of other members no longer sees the record. Throws NOT_FOUND, and FORBIDDEN for plain members who do not own the
 * record.
 */
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
