import type { UserPrincipal } from '@svc/chassis/calls/principal';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import {
  type BulkChange,
  changeInBulk,
  noSuchChange,
  requireGiven,
  type TagChange,
  tagChange,
} from '@svc/chassis/postgres/bulk-change';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { BulkChangeDealsRequest, BulkChangeDealsResponse } from '@svc/proto/deal/v1/deal_service';
import { assertOwned } from '@svc/records/sharing/team-access';
import { v7 as newId } from 'uuid';
import { recordActivities } from '../activity/record-activities.js';
import { checkTaskFields, type NewTask } from '../tasks/task.js';
import { insertTasks } from '../tasks/task-repo.js';
import type { SeenRow } from '../visibility/visibility-predicate.js';
import type { DealRow } from './deal.js';
import { listDealsForUpdate, updateDealStatuses, updateDealTags } from './deal-repo.js';
import { assertTransition, readDealStatus } from './deal-status.js';
import { deleteLockedDeals } from './delete-deal.js';
import { updateDueChecks } from './due-check-repo.js';

type SeenDeal = DealRow & SeenRow;
type DealChange = Omit<BulkChange<SeenDeal>, 'lock' | 'what'>;

/** Changes or deletes many deals, each by the rules for one. Throws `invalid_input` for a request that is invalid for every deal. */
export async function bulkChangeDeals(
  tx: Tx,
  outbox: Outbox,
  user: UserPrincipal,
  request: BulkChangeDealsRequest,
): Promise<BulkChangeDealsResponse> {
  return changeInBulk<SeenDeal>(tx, request.ids, {
    what: 'deal',
    lock: (ids) => listDealsForUpdate(tx, user, ids),
    ...readChange(tx, outbox, user, request),
  });
}

function readChange(tx: Tx, outbox: Outbox, user: UserPrincipal, request: BulkChangeDealsRequest): DealChange {
  switch (request.kind) {
    case 'status':
      return statusChange(tx, user, request.status ?? '');
    case 'addTag':
      return tagsChange(tx, user, tagChange('deal', request.tag, true));
    case 'removeTag':
      return tagsChange(tx, user, tagChange('deal', request.tag, false));
    case 'addTask':
      return newTasks(tx, user, requireGiven('title', request.title), request.dueDate ?? null);
    case 'delete':
      return {
        check: (deal) => assertOwned('deal', user, deal),
        apply: (deals) => deleteLockedDeals(tx, outbox, user, deals),
      };
    default:
      throw noSuchChange(['status', 'addTag', 'removeTag', 'addTask', 'delete']);
  }
}

function statusChange(tx: Tx, user: UserPrincipal, text: string): DealChange {
  const status = readDealStatus(text);
  return {
    check(deal) {
      assertOwned('deal', user, deal);
      assertTransition(deal.status, status);
    },
    isAlreadySo: (deal) => deal.status === status,
    async apply(deals) {
      await updateDealStatuses(tx, deals, status);
      const dealIds = deals.map(({ id }) => id);
      await updateDueChecks(tx, dealIds);
      await recordUpdates(tx, user, deals, 'status');
    },
  };
}

function tagsChange(tx: Tx, user: UserPrincipal, change: TagChange): DealChange {
  return {
    check(deal) {
      assertOwned('deal', user, deal);
      change.check(deal.tags);
    },
    isAlreadySo: ({ tags }) => change.isAlreadySo(tags),
    async apply(deals) {
      await updateDealTags(
        tx,
        deals.map(({ id, tags }) => ({ id, tags: change.applyTo(tags) })),
      );
      await recordUpdates(tx, user, deals, 'tags');
    },
  };
}

/** Builds a task of the caller for each deal; seeing the deal is enough. */
function newTasks(tx: Tx, user: UserPrincipal, title: string, dueDate: string | null): DealChange {
  const fields = {
    title,
    description: null,
    status: 'todo',
    priority: 'normal',
    dueDate,
    contactId: null,
    assigneeId: null,
    assigneeTeamIds: [],
  } satisfies Omit<NewTask, 'id' | 'ownerId' | 'dealId'>;
  checkTaskFields(fields);
  return {
    check: () => undefined,
    apply: (deals) =>
      insertTasks(
        tx,
        deals.map(({ id }) => ({ id: newId(), ownerId: user.userId, dealId: id, ...fields })),
      ),
  };
}

function recordUpdates(tx: Tx, user: UserPrincipal, deals: readonly DealRow[], field: string): Promise<void> {
  return recordActivities(
    tx,
    user,
    deals.map((deal) => ({ deal, action: 'deal.updated', changedFields: [field] })),
  );
}
