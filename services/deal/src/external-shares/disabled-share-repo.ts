import type { Tx } from '@svc/chassis/postgres/transaction';
import type { AdministeredExternalShare } from '@svc/proto/deal/v1/external_share_service';

/**
 * Disables a share for an administrator, or enables it again with null. Setting the same state again is not a change. Returns null when the share
 * does not exist.
 */
export async function setShareDisabled(
  tx: Tx,
  token: string,
  adminId: string | null,
): Promise<AdministeredExternalShare | null> {
  const isChange = `(switched_off_by is null) <> ($2::uuid is null)`;
  return tx.find<AdministeredExternalShare>(
    `update deal.external_shares
        set switched_off_by = case when ${isChange} then $2 else switched_off_by end,
            updated_at = case when ${isChange} then now() else updated_at end,
            version = version + case when ${isChange} then 1 else 0 end
      where token = $1
  returning id, entity_type as "entityType", owner_id as "ownerId", switched_off_by is not null as disabled,
            owner_disabled as "disabledWithAccount"`,
    [token, adminId],
  );
}
