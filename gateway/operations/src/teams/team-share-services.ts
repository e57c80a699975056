import { AppError } from '@svc/chassis/errors/app-error';
import { optionalPart, type QuickCall } from '@svc/chassis/grpc/optional-part';
import type { TeamShare } from '@svc/proto/sharing/v1/sharing_service';
import type { z } from 'zod';
import type { Clients } from '../run/clients.js';
import type { ShareableType } from '../schemas/team-share.js';

/** The client of the service that keeps each type of record. */
export const SHARE_OWNERS = {
  deal: 'teamShares',
  contact: 'teamShares',
  influencer: 'teamShares',
  task: 'teamShares',
  message_template: 'teamShares',
  deal_template: 'teamShares',
  short_link: 'shortLinkShares',
  screenshot: 'screenshotShares',
} as const satisfies Record<z.infer<typeof ShareableType>, keyof Clients>;

type ShareOwner = (typeof SHARE_OWNERS)[keyof typeof SHARE_OWNERS];

/**
 * Every service with shares, and the part that is missing from a list without it; null when the list fails without it. Shares are looked up in this
 * order.
 */
const LACKING = {
  teamShares: null,
  shortLinkShares: 'short_links',
  screenshotShares: 'screenshots',
} as const satisfies Record<ShareOwner, string | null>;
const OWNERS = Object.keys(LACKING) as ShareOwner[];

/** Page size when reading from a service. */
const BATCH = 200;

interface ShareList {
  readonly shares: readonly TeamShare[];
  readonly totalSize: number;
}

/** Shares of all services, and the missing parts. */
export interface AllShares extends ShareList {
  readonly degraded?: readonly string[];
}

/**
 * Returns a page of a team's shares, newest first. Several services store shares, so the first `offset + limit` of each, which are few, are read and
 * merged.
 */
export async function listAllShares(
  clients: Clients,
  teamId: string,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<AllShares> {
  const wanted = offset + limit;
  const read = (owner: ShareOwner, call: QuickCall): Promise<ShareList> =>
    readFirst(wanted, (page) => call(() => clients[owner].listTeamShares({ teamId, ...page })));
  const lists = await Promise.all(
    OWNERS.map((owner) =>
      LACKING[owner] === null ? read(owner, (call) => call()) : optionalPart((quickly) => read(owner, quickly)),
    ),
  );
  const shares = lists.flatMap((list) => list?.shares ?? []);
  const degraded = OWNERS.flatMap((owner, index) => (lists[index] ? [] : [LACKING[owner] ?? owner]));
  const newestFirst = shares.toSorted((left, right) => timeOf(right) - timeOf(left) || (left.id < right.id ? 1 : -1));
  return {
    shares: newestFirst.slice(offset, wanted),
    totalSize: lists.reduce((sum, list) => sum + (list?.totalSize ?? 0), 0),
    ...(degraded.length === 0 ? {} : { degraded }),
  };
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

/** Ends a share, trying one service after another until one has it. */
export async function endShare(clients: Clients, share: { teamId: string; shareId: string }): Promise<void> {
  let refusal: unknown;
  for (const owner of OWNERS) {
    try {
      await clients[owner].endTeamShare(share);
      return;
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'not_found') throw error;
      refusal = error;
    }
  }
  throw refusal;
}
