import { forbidden, invalidInput } from '@svc/chassis/errors/app-error';
import { checkVersion } from '@svc/chassis/errors/check-version';
import { changedFields } from '@svc/chassis/grpc/changed-fields';
import type { Tx } from '@svc/chassis/postgres/transaction';
import { checkExpiry, normalTarget } from './create-link.js';
import type { LinkRow } from './link.js';
import { linkNotFound } from './link-errors.js';
import { type ChangeableFields, findLink, lockLink, lockTargetForLink, updateLinkRow } from './link-repo.js';

const DISABLED_BY_ADMIN =
  'An administrator disabled this link, so only an administrator can enable it again. Ask an administrator of this installation.';

/** New values; absent ones stay unchanged. */
export type LinkChanges = Partial<ChangeableFields>;

/**
 * Changes a link of the caller. A field with its current value does not count as a change. Throws `not_found`, `invalid_target_url`,
 * `validation_error`, VERSION_CONFLICT, and FORBIDDEN when enabling a link that an administrator disabled.
 */
export async function updateLink(
  tx: Tx,
  linkId: string,
  changes: LinkChanges,
  options: {
    readonly expectedVersion: number | null | undefined;
    readonly ownHosts: ReadonlySet<string>;
  },
): Promise<LinkRow> {
  // Locked before the link itself: flagging locks the target first too.
  if (typeof changes.targetUrl === 'string')
    await lockTargetForLink(tx, normalTarget(changes.targetUrl, options.ownHosts));
  await lockLink(tx, linkId);
  const stored = await findLink(tx, linkId);
  if (!stored) throw linkNotFound();
  checkVersion(stored.version, options.expectedVersion);
  assertMaySwitch(stored, changes.isActive);
  const wanted = normalChanges(stored, changes, options.ownHosts);
  if (changedFields(stored, wanted).length === 0) return stored;
  await updateLinkRow(tx, linkId, { ...stored, ...wanted });
  const changed = await findLink(tx, linkId);
  if (!changed) throw new Error('The changed link is gone.');
  return changed;
}

/** Throws FORBIDDEN when enabling a link that an administrator disabled. */
export function assertMaySwitch({ switchedOffByAdmin }: LinkRow, isActive: boolean | undefined): void {
  if (isActive === true && switchedOffByAdmin) throw forbidden(DISABLED_BY_ADMIN);
}

function normalChanges(stored: LinkRow, changes: LinkChanges, ownHosts: ReadonlySet<string>): LinkChanges {
  const { targetUrl, expiresAt } = changes;
  if (expiresAt !== undefined && expiresAt?.getTime() !== stored.expiresAt?.getTime()) checkExpiry(expiresAt);
  if (typeof targetUrl !== 'string') return changes;
  if (stored.kind === 'photo')
    throw invalidInput('url', 'must not be sent: a photo link has no target. Create a new link for the URL.');
  return { ...changes, targetUrl: normalTarget(targetUrl, ownHosts) };
}
