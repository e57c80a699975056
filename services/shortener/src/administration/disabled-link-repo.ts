import type { Tx } from '@svc/chassis/postgres/transaction';

/** A link as administrators see it. */
interface AdministeredLink {
  readonly shortId: string;
  readonly kind: 'url' | 'photo';
  readonly ownerId: string | null;
  /** Whether an administrator has disabled it. */
  readonly disabled: boolean;
  readonly disabledWithAccount: boolean;
  readonly version: number;
}

/**
 * Disables a link for an administrator, or enables it again with null. Setting the same state again is not a change. Returns null for an unknown or
 * deleted link.
 */
export async function setLinkDisabled(
  tx: Tx,
  shortId: string,
  adminId: string | null,
): Promise<AdministeredLink | null> {
  const isChange = `(switched_off_by is null) <> ($2::uuid is null)`;
  return tx.find<AdministeredLink>(
    `update shortener.links
        set switched_off_by = case when ${isChange} then $2 else switched_off_by end,
            updated_at = case when ${isChange} then now() else updated_at end,
            version = version + case when ${isChange} then 1 else 0 end
      where lower(short_id) = lower($1) and deleted_at is null
  returning short_id as "shortId", kind, owner_id as "ownerId", switched_off_by is not null as disabled,
            owner_disabled as "disabledWithAccount", version`,
    [shortId, adminId],
  );
}
