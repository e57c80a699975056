import type { Db } from '@svc/chassis/postgres/pool';
import { deleteCallsOf, forgetEndedAccounts, listEndedAccounts } from './tool-call-repo.js';

/**
 * Deletes the records of agents' calls for deleted accounts, in batches. An account is remembered for an hour, because a record may arrive just as it
 * ends.
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
