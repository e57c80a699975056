import type { Db } from '@svc/chassis/postgres/pool';

/** A call of an agent or of the copilot that was made with an approval. */
export interface MadeCall {
  readonly userId: string;
  readonly connectionId: string | null | undefined;
  /** The transport of the call: an approval of a turn is valid only for the copilot. */
  readonly surface: string;
  readonly approvalId: string;
  readonly operation: string;
  readonly at: Date | null | undefined;
}

/** Completes the claims of these calls, for gateways that could not report it. */
export async function completeMadeClaims(db: Db, calls: readonly MadeCall[]): Promise<void> {
  if (calls.length === 0) return;
  await db.query(
    `update identity.agent_approvals a
        set status = 'used', used_at = least(n.at, now())
       from jsonb_to_recordset($1::jsonb) as n (
            "userId" uuid, "connectionId" uuid, surface text, "approvalId" uuid, operation text, at timestamptz)
      where a.id = n."approvalId" and a.user_id = n."userId" and a.connection_id is not distinct from n."connectionId"
        and (a.turn_id is not null) = (n.surface = 'copilot') and a.operation = n.operation and a.status = 'approved' and a.claimed_by is not null`,
    [JSON.stringify(calls)],
  );
}
