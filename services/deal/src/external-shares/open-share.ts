import { createHash, randomBytes } from 'node:crypto';
import { currentCall } from '@svc/chassis/call-context';
import { AppError, notFound } from '@svc/chassis/errors/app-error';
import { isPassword } from '@svc/chassis/passwords';
import type { Db, Pool } from '@svc/chassis/postgres/pool';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import type { RateLimit } from '@svc/chassis/rate-limit';
import type {
  CheckViewingPassResponse,
  DescribeShareResponse,
  OpenShareRequest,
  OpenShareResponse,
} from '@svc/proto/deal/v1/external_share_service';
import { countView, findShareByToken, insertViewingPass, isViewingPass } from './external-share-repo.js';
import { checkOpen, exhausted, type ExternalShareRow } from './external-share.js';
import { findSharedRecord, listSharedVideos, type SharedRecord } from './shared-record.js';

type OpenShareRow = ExternalShareRow & { readonly now: Date };

/** What a link leads to; looking counts nothing. Throws NOT_FOUND, SHARE_INACTIVE, SHARE_EXPIRED, SHARE_EXHAUSTED. */
export async function describeShare(db: Db, token: string): Promise<DescribeShareResponse> {
  const { share, record } = await findShare(db, token);
  checkOpen(share, share.now);
  return { entityType: share.entityType, title: record.name, requiresPassword: share.passwordHash !== null };
}

/**
 * Shows the record. A first opening counts one view and gives a viewing pass, with which looking again counts nothing; the owner's
 * own opening never counts. Throws what `describeShare` does, PASSWORD_REQUIRED, or RATE_LIMITED after too many tries.
 */
export async function openShare(pool: Pool, tries: RateLimit, request: OpenShareRequest): Promise<OpenShareResponse> {
  const { share, record } = await findShare(pool, request.token);
  if (await holdsPass(pool, share, request.viewingPass)) {
    checkOpen({ ...share, maxViews: null }, share.now);
    return show(pool, share, record, request.viewingPass ?? '');
  }
  checkOpen(share, share.now);
  const principal = currentCall()?.principal;
  const isOwner = principal?.kind === 'user' && principal.userId === share.ownerId;
  if (!isOwner) await checkPassword(share, tries, request);
  const viewingPass = randomBytes(32).toString('base64url');
  await inTransaction(pool, async (tx) => {
    if (!isOwner && !(await countView(tx, share.id))) throw exhausted();
    await insertViewingPass(tx, share.id, hashOf(viewingPass));
  });
  return show(pool, share, record, viewingPass);
}

/** What a viewing pass opens, for other services. Throws NOT_FOUND, SHARE_INACTIVE, SHARE_EXPIRED. */
export async function checkViewingPass(
  db: Db,
  { token, viewingPass }: { token: string; viewingPass: string },
): Promise<CheckViewingPassResponse> {
  const { share } = await findShare(db, token);
  if (!(await holdsPass(db, share, viewingPass))) throw notFound('share');
  checkOpen({ ...share, maxViews: null }, share.now);
  const { entityType, entityId, visibleFields } = share;
  const videos = entityType === 'deal' ? await listSharedVideos(db, entityId) : [];
  return { entityType, entityId, visibleFields, videos };
}

async function findShare(db: Db, token: string): Promise<{ share: OpenShareRow; record: SharedRecord }> {
  const share = await findShareByToken(db, token);
  const record = share && (await findSharedRecord(db, share.entityType, share.entityId));
  if (!share || !record) throw notFound('share');
  return { share, record };
}

async function holdsPass(db: Db, share: OpenShareRow, viewingPass: string | null | undefined): Promise<boolean> {
  return typeof viewingPass === 'string' && isViewingPass(db, share.id, hashOf(viewingPass));
}

async function checkPassword(share: OpenShareRow, tries: RateLimit, request: OpenShareRequest): Promise<void> {
  if (share.passwordHash === null) return;
  const { password = null, clientAddress } = request;
  if (password !== null) await tries.countTry(share.id, clientAddress);
  if (password === null || !(await isPassword(password, share.passwordHash))) {
    const message = password === null ? 'This link asks for a password.' : 'The password is wrong.';
    throw new AppError('unauthenticated', 'PASSWORD_REQUIRED', message);
  }
  await tries.forget(share.id, clientAddress);
}

async function show(
  db: Db,
  share: OpenShareRow,
  record: SharedRecord,
  viewingPass: string,
): Promise<OpenShareResponse> {
  const { entityType, visibleFields } = share;
  const visible = visibleFields.filter((name) => name in record).map((name) => [name, record[name]]);
  return {
    entityType,
    title: record.name,
    fieldsJson: JSON.stringify(Object.fromEntries(visible)),
    videos: entityType === 'deal' && visibleFields.includes('videos') ? await listSharedVideos(db, share.entityId) : [],
    visibleFields,
    viewingPass,
  };
}

function hashOf(viewingPass: string): Buffer {
  return createHash('sha256').update(viewingPass).digest();
}
