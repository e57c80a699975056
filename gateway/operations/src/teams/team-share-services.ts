import { AppError } from '@svc/chassis/errors/app-error';
import type { ShortLinkShare } from '@svc/proto/shortener/v1/short_link_share_service';
import type { TeamShare } from '@svc/proto/deal/v1/team_share_service';
import type { Clients } from '../operation-context.js';

/** A share of a link in the form of all other shares. */
export function toTeamShare({ linkId, ...share }: ShortLinkShare): TeamShare {
  return { ...share, entityType: 'short_link', entityId: linkId };
}

/** Rows that a service gives at once. */
const BATCH = 200;

interface ShareList {
  readonly shares: readonly TeamShare[];
  readonly totalSize: number;
}

/** Shares of both services, and what could not be had of them. */
export interface AllShares extends ShareList {
  readonly degraded?: readonly string[];
}

/**
 * A page of what is shared with a team, newest first. Records live in two services, so the first `offset + limit` of each are read,
 * which are a team's shares and not many, and the page is taken from both together.
 */
export async function listAllShares(
  clients: Clients,
  teamId: string,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<AllShares> {
  const wanted = offset + limit;
  const [records, links] = await Promise.all([
    readFirst(wanted, (page) => clients.teamShares.listTeamShares({ teamId, ...page })),
    readFirst(wanted, async (page) => {
      const { shares, totalSize } = await clients.shortLinkShares.listShortLinkShares({ teamId, ...page });
      return { shares: shares.map(toTeamShare), totalSize };
    }).catch(whenAway),
  ]);
  const newestFirst = [...records.shares, ...(links?.shares ?? [])].toSorted(
    (left, right) => timeOf(right) - timeOf(left) || (left.id < right.id ? 1 : -1),
  );
  return {
    shares: newestFirst.slice(offset, wanted),
    totalSize: records.totalSize + (links?.totalSize ?? 0),
    ...(links ? {} : { degraded: ['short_links'] }),
  };
}

/** Without the shortener the list holds everything else. */
function whenAway(error: unknown): null {
  if (error instanceof AppError && (error.kind === 'unavailable' || error.kind === 'timeout')) return null;
  throw error;
}

async function readFirst(
  wanted: number,
  read: (page: { pageSize: number; skip: number }) => Promise<ShareList>,
): Promise<ShareList> {
  const shares: TeamShare[] = [];
  for (;;) {
    const pageSize = Math.min(BATCH, Math.max(1, wanted - shares.length));
    const page = await read({ pageSize, skip: shares.length });
    shares.push(...page.shares);
    if (shares.length >= wanted || page.shares.length < pageSize) return { shares, totalSize: page.totalSize };
  }
}

function timeOf({ createdAt }: TeamShare): number {
  return createdAt?.getTime() ?? 0;
}

/** Runs `end` for the service that has the share: deal, or when it knows of none, the shortener. */
export async function endShare(clients: Clients, share: { teamId: string; shareId: string }): Promise<void> {
  try {
    await clients.teamShares.endTeamShare(share);
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'not_found') throw error;
    await clients.shortLinkShares.endShortLinkShare(share);
  }
}
