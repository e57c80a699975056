import { createHash, randomBytes } from 'node:crypto';
import { currentCall } from '@svc/chassis/calls/call-context';
import { singleFlight } from '@svc/chassis/concurrency/single-flight';
import { isPassword } from '@svc/chassis/credentials/passwords';
import { appError, noSuch } from '@svc/chassis/errors/app-error';
import type { BruteForceLimit } from '@svc/chassis/limits/brute-force-limit';
import type { Db, Pool } from '@svc/chassis/postgres/pool';
import type {
  CheckViewingPassResponse,
  DescribeShareRequest,
  DescribeShareResponse,
  OpenShareRequest,
  OpenShareResponse,
} from '@svc/proto/deal/v1/external_share_service';
import { checkOpen, type ExternalShareRow, kindTitleOf, showsPartsOfVideos, titleOf } from './external-share.js';
import { findShareByToken, type FoundShare, insertViewingPass } from './external-share-repo.js';
import { findSharedRecord, listSharedVideos, type SharedRecord } from './shared-record-repo.js';
import type { ViewCounter } from './view-counter.js';

/** Describes the record of a link without counting a view. Throws NOT_FOUND, SHARE_INACTIVE, SHARE_EXPIRED, SHARE_EXHAUSTED. */
export async function describeShare(
  db: Db,
  { token, viewingPass }: DescribeShareRequest,
): Promise<DescribeShareResponse> {
  const { share, record } = await findShare(db, token, viewingPass);
  const { entityType, hasPass, timeZone, visibleFields } = share;
  checkOpenTo(share);
  if (hasPass) {
    const promoCode = visibleFields.includes('promoCode') ? textOf(record.promoCode) : null;
    const title = titleOf(share, record);
    return { entityType, title, requiresPassword: false, hasPass, promoCode, visibleFields, timeZone };
  }
  const requiresPassword = share.passwordHash !== null;
  const title = requiresPassword ? kindTitleOf(share) : titleOf(share, record);
  return { entityType, title, requiresPassword, hasPass, visibleFields: [], timeZone: '' };
}

/** The input for opening a link. */
export interface OpenShareParts {
  readonly pool: Pool;
  /** Limits password attempts. */
  readonly tries: BruteForceLimit;
  readonly views: ViewCounter;
  readonly reads: SharedReads;
}

/** Reads shared by concurrent visitors of a link (single flight). */
export interface SharedReads {
  /** Loads the share of a token, with its record. Throws NOT_FOUND. */
  readonly share: (token: string) => Promise<ShareAndRecord>;
  /** Loads the videos of a deal. */
  readonly videos: (dealId: string) => ReturnType<typeof listSharedVideos>;
}

interface ShareAndRecord {
  readonly share: FoundShare;
  readonly record: SharedRecord;
}

export function createSharedReads(pool: Pool): SharedReads {
  return {
    share: singleFlight((token) => findShare(pool, token, null)),
    videos: singleFlight((dealId) => listSharedVideos(pool, dealId)),
  };
}

/**
 * Returns the record. The first opening counts one view and issues a viewing pass; reopening with the pass counts none, and neither does the owner's
 * own opening. The record is read before the view is counted, so that a failed opening counts none. Throws what `describeShare` throws,
 * PASSWORD_REQUIRED, or RATE_LIMITED after too many attempts.
 */
export async function openShare(
  { pool, tries, views, reads }: OpenShareParts,
  request: OpenShareRequest,
): Promise<OpenShareResponse> {
  const { token, viewingPass: pass } = request;
  const { share, record } = await (typeof pass === 'string' ? findShare(pool, token, pass) : reads.share(token));
  checkOpenTo(share);
  if (share.hasPass) {
    return { ...(await show(reads, share, record)), viewingPass: pass ?? '' };
  }
  const isOwner = isOwnedByCaller(share);
  if (!isOwner) await checkPassword(share, tries, request);
  const shown = await show(reads, share, record);
  const viewingPass = randomBytes(32).toString('base64url');
  const passHash = hashOf(viewingPass);
  await (isOwner ? insertViewingPass(pool, share.id, passHash) : views.count(share, passHash));
  return { ...shown, viewingPass };
}

/** Returns what a viewing pass gives access to, for other services. Throws NOT_FOUND, SHARE_INACTIVE, SHARE_EXPIRED. */
export async function checkViewingPass(
  db: Db,
  reads: SharedReads,
  { token, viewingPass }: { token: string; viewingPass: string },
): Promise<CheckViewingPassResponse> {
  const share = await findShareByToken(db, token, hashOf(viewingPass));
  if (!share?.hasPass) throw noSuch('shared link');
  checkOpenTo(share);
  const { entityType, entityId, ownerId, visibleFields } = share;
  const videos = showsPartsOfVideos(share) ? await reads.videos(entityId) : [];
  return { entityType, entityId, ownerId, visibleFields, videos };
}

async function findShare(db: Db, token: string, viewingPass: string | null | undefined): Promise<ShareAndRecord> {
  const share = await findShareByToken(db, token, typeof viewingPass === 'string' ? hashOf(viewingPass) : null);
  const record = share && (await findSharedRecord(db, share.entityType, share.entityId));
  if (!share || !record) throw noSuch('shared link');
  return { share, record };
}

/** Throws the error of an ended share for this viewer: a viewer with a pass has already been counted. */
function checkOpenTo(share: FoundShare): void {
  const viewer = isOwnedByCaller(share) ? 'owner' : 'visitor';
  checkOpen(share.hasPass ? { ...share, maxViews: null } : share, share.now, viewer);
}

function isOwnedByCaller({ ownerId }: FoundShare): boolean {
  const principal = currentCall()?.principal;
  return principal?.kind === 'user' && principal.userId === ownerId;
}

async function checkPassword(
  share: ExternalShareRow,
  tries: BruteForceLimit,
  request: OpenShareRequest,
): Promise<void> {
  if (share.passwordHash === null) return;
  const { password = null, clientAddress } = request;
  if (password === null) throw appError('PASSWORD_REQUIRED', 'This link needs a password. Enter it.');
  const isRight = await tries.attempt(share.id, clientAddress, (claimant) =>
    isPassword(password, share.passwordHash, claimant),
  );
  if (!isRight) throw appError('PASSWORD_REQUIRED', 'The password is wrong.');
}

async function show(
  reads: SharedReads,
  share: FoundShare,
  record: SharedRecord,
): Promise<Omit<OpenShareResponse, 'viewingPass'>> {
  const { entityType, visibleFields, timeZone, ownerId } = share;
  const shown = withCurrency(visibleFields);
  const visible = shown.filter((name) => name in record).map((name) => [name, record[name]]);
  return {
    entityType,
    title: titleOf(share, record),
    fieldsJson: JSON.stringify(Object.fromEntries(visible)),
    videos: entityType === 'deal' && visibleFields.includes('videos') ? await reads.videos(share.entityId) : [],
    visibleFields,
    timeZone,
    ownerId,
  };
}

/** Adds the currency to an amount, which is meaningless without it. */
function withCurrency(visibleFields: readonly string[]): readonly string[] {
  const hasAmount = visibleFields.includes('price') || visibleFields.includes('revenue');
  return hasAmount && !visibleFields.includes('currency') ? [...visibleFields, 'currency'] : visibleFields;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function hashOf(viewingPass: string): Buffer {
  return createHash('sha256').update(viewingPass).digest();
}
