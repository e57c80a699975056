import type { UserPrincipal } from '@svc/chassis/calls/principal';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { ImportedDeal, ProcessBulkImportResponse } from '@svc/proto/deal/v1/bulk_import_service';
import { recordActivities } from '../activity/record-activities.js';
import { claimImport } from '../imports/import-queue.js';
import { addedCount, arrangeImport } from './arrange-import.js';
import { writingEffects } from './import-effects.js';
import type { ReadGroups } from './read-groups.js';

/** Imports all groups: finds or creates their deals and adds their missing videos. */
export async function processBulkImport(
  tx: Tx,
  user: UserPrincipal,
  postDate: string,
  read: ReadGroups,
): Promise<ProcessBulkImportResponse> {
  await claimImport(tx, 'bulk import', user.userId);
  const answer = await arrangeImport(tx, user, postDate, read, writingEffects(tx, user.userId));
  await recordImport(tx, user, answer.deals);
  return answer;
}

async function recordImport(tx: Tx, user: UserPrincipal, deals: readonly ImportedDeal[]): Promise<void> {
  const changes = deals.flatMap((imported) => {
    const deal = { id: imported.dealId, ownerId: user.userId, name: imported.name };
    const count = addedCount(imported);
    return [
      ...(imported.created ? [{ deal, action: 'deal.created' }] : []),
      ...(count > 0 ? [{ deal, action: 'videos.imported', count }] : []),
    ];
  });
  await recordActivities(tx, user, changes);
}
