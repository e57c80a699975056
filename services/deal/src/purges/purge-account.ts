import { forgetAnswersTo } from '@svc/chassis/idempotency/idempotency-repo';
import type { Pool } from '@svc/chassis/postgres/pool';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import { deleteAccessRequestsOf } from '../access-requests/access-request-repo.js';
import { deleteExternalSharesOfOwner } from '../external-shares/external-share-repo.js';
import { deleteActivitiesOfOwner } from '../activity/activity-repo.js';
import { deleteContactsOfOwner } from '../contacts/contact-repo.js';
import { deleteDealsOfOwner } from '../deals/deal-repo.js';
import { deleteOwnerTimeZone } from '../readings/time-zone-repo.js';
import { deleteSuggestionsOfOwner } from '../suggestions/suggestion-repo.js';
import { deleteTasksOf } from '../tasks/task-repo.js';
import { deleteDealTemplatesOfOwner } from '../templates/deal-template-repo.js';
import { deleteMessageTemplatesOfOwner } from '../templates/message-template-repo.js';

/** Removes every row of a deleted account. Repeating it is harmless. */
export async function purgeAccount(pool: Pool, ownerId: string): Promise<void> {
  await inTransaction(pool, async (tx) => {
    await deleteDealsOfOwner(tx, ownerId);
    await deleteContactsOfOwner(tx, ownerId);
    await deleteActivitiesOfOwner(tx, ownerId);
    await deleteOwnerTimeZone(tx, ownerId);
    await deleteAccessRequestsOf(tx, ownerId);
    await deleteTasksOf(tx, ownerId);
    await deleteSuggestionsOfOwner(tx, ownerId);
    await deleteMessageTemplatesOfOwner(tx, ownerId);
    await deleteDealTemplatesOfOwner(tx, ownerId);
    await deleteExternalSharesOfOwner(tx, ownerId);
    await forgetAnswersTo(tx, ownerId);
  });
}
