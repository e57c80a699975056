import { createHash, randomBytes } from 'node:crypto';
import { invalidInput } from '@svc/chassis/errors/app-error';
import { checkTarget } from '@svc/chassis/outbound/target-guard';
import type { Tx } from '@svc/chassis/postgres/transaction';
import { v7 as newId } from 'uuid';
import { shortenerError } from '../error-codes.js';
import { countPhoto } from '../photos/photo-quota.js';
import { findLinkIdOf, insertPhotoSource } from '../photos/photo-source-repo.js';
import { clientIdOf, type LinkCreator, type LinkFields, type LinkRow, ownerIdOf, type Photo } from './link.js';
import { invalidTarget, linkNotFound } from './link-errors.js';
import { findLink, findReusable, insertLink, insertPhoto, isSpentShortId, lockTargetForLink } from './link-repo.js';
import { checkSlug, newShortId } from './short-id.js';

/** Maximum attempts to generate a free id; needing more indicates a bug. */
const ATTEMPTS_MAX = 10;

export interface CreatedLink {
  readonly link: LinkRow;
  /** Whether the link is new; false when an existing link was returned. */
  readonly created: boolean;
  /** Lets a guest delete the link; shown only once. Null for everyone else. */
  readonly claimToken: string | null;
}

export interface NewPhotoLink extends LinkFields {
  readonly photo: Photo;
  /** The screenshot that the photo comes from, whose deletion ends the link. */
  readonly screenshotId?: string | null;
}

/** The target of a link. */
type Target = { readonly url: string } | { readonly photo: Photo };

/**
 * Creates a link to a URL. Throws `invalid_target_url`, `invalid_slug`, `reserved_slug`, `slug_taken`, or `validation_error` for a past expiry. With
 * `reuse`, returns the creator's newest working link to the same target, if any.
 */
export async function createUrlLink(
  tx: Tx,
  maker: LinkCreator,
  input: LinkFields & { readonly url: string; readonly reuse: boolean },
  ownHosts: ReadonlySet<string>,
): Promise<CreatedLink> {
  const url = checkNewLink(input, ownHosts);
  const ownerId = ownerIdOf(maker);
  if (input.reuse && ownerId !== null) {
    const known = await findReusable(tx, { ownerId, clientId: clientIdOf(maker) }, url, input.slug);
    if (known) return { link: known, created: false, claimToken: null };
  }
  return insert(tx, maker, input, { url });
}

/**
 * Creates a link to an image in the object store. Throws as `createUrlLink` does, except for the target, and `photo_quota_exceeded` when its owner's
 * photos would exceed `photoBytesMax`. For a screenshot that has a link it returns that link, and throws `not_found` when the screenshot or its link is
 * deleted.
 */
export async function createPhotoLink(
  tx: Tx,
  maker: Exclude<LinkCreator, { readonly kind: 'guest' }>,
  { screenshotId = null, photo, ...fields }: NewPhotoLink,
  photoBytesMax: number,
): Promise<CreatedLink> {
  checkFields(fields);
  const id = newId();
  if (screenshotId !== null) {
    const source = { ownerId: maker.userId, screenshotId };
    if (!(await insertPhotoSource(tx, source, id))) return findCreated(tx, await findLinkIdOf(tx, source));
  }
  await countPhoto(tx, maker.userId, photo.bytes, photoBytesMax);
  return insert(tx, maker, fields, { photo }, id);
}

async function findCreated(tx: Tx, linkId: string | null): Promise<CreatedLink> {
  const link = linkId === null ? null : await findLink(tx, linkId);
  if (!link) throw linkNotFound();
  return { link, created: false, claimToken: null };
}

/** Checks a new link's fields, and returns the target as stored. Throws as `createUrlLink` does. */
export function checkNewLink(input: LinkFields & { readonly url: string }, ownHosts: ReadonlySet<string>): string {
  const url = normalTarget(input.url, ownHosts);
  checkFields(input);
  return url;
}

/** The normalized target, as stored. Throws `invalid_target_url`. */
export function normalTarget(url: string, ownHosts: ReadonlySet<string>): string {
  const target = checkTarget(url, { ownHosts });
  if (!target.ok) throw invalidTarget(target.reason);
  return target.url;
}

/** Throws `validation_error` for a past expiry; null never expires. */
export function checkExpiry(expiresAt: Date | null): void {
  if (expiresAt && expiresAt <= new Date()) throw invalidInput('expiresAt', 'must be in the future.');
}

function checkFields({ slug, expiresAt }: LinkFields): void {
  if (slug !== null) checkSlug(slug);
  checkExpiry(expiresAt);
}

async function insert(
  tx: Tx,
  maker: LinkCreator,
  fields: LinkFields,
  target: Target,
  id = newId(),
): Promise<CreatedLink> {
  const claimToken = maker.kind === 'guest' ? randomBytes(32).toString('base64url') : null;
  const isPhoto = 'photo' in target;
  const newLink = {
    ...fields,
    id,
    kind: isPhoto ? ('photo' as const) : ('url' as const),
    targetUrl: isPhoto ? null : target.url,
    ownerId: ownerIdOf(maker),
    clientId: clientIdOf(maker),
    claimTokenHash: claimToken === null ? null : hashClaimToken(claimToken),
  };
  if (newLink.targetUrl !== null) await lockTargetForLink(tx, newLink.targetUrl);
  await insertUnderFreeId(tx, newLink, fields.slug);
  if (isPhoto) await insertPhoto(tx, newLink.id, target.photo);
  const link = await findLink(tx, newLink.id);
  if (!link) throw new Error('The new link is gone.');
  return { link, created: true, claimToken };
}

async function insertUnderFreeId(
  tx: Tx,
  link: Omit<Parameters<typeof insertLink>[1], 'shortId'>,
  slug: string | null,
): Promise<void> {
  if (slug !== null) {
    const isInserted = await insertLink(tx, { ...link, shortId: slug });
    if (!isInserted || (await isSpentShortId(tx, slug))) {
      throw shortenerError('slug_taken', `The slug ${slug} is taken. Choose another one.`);
    }
    return;
  }
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    if (await insertLink(tx, { ...link, shortId: newShortId() })) return;
  }
  throw new Error(`${ATTEMPTS_MAX} generated short ids in a row were taken.`);
}

/** The stored hash of a claim token. A plain hash suffices, because the token has the entropy of a key. */
export function hashClaimToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
