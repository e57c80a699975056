import type { Db } from '@svc/chassis/postgres/pool';
import { deleteCallsOf, forgetEndedAccounts, listEndedAccounts } from './tool-call-repo.js';

/**
 * Deletes the records of agents' calls for deleted accounts, in batches. Deleted accounts are remembered for an hour, because a record may arrive at
 * the time of the deletion.
 */
export async function deleteCallsOfEndedAccounts(db: Db, signal: AbortSignal): Promise<void> {
  let after: string | null = null;
  do {
    const userIds = await listEndedAccounts(db, after);
    for (const userId of userIds) await deleteCallsOf(db, userId, signal);
    after = userIds.at(-1) ?? null;
  } while (after !== null);
  await forgetEndedAccounts(db);
}
