import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { checkVersion } from '@svc/chassis/errors/check-version';
import { changedFields, readChanges } from '@svc/chassis/grpc/changed-fields';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { Deal, UpdateDealRequest } from '@svc/proto/deal/v1/deal_service';
import { assertOwned } from '@svc/records/sharing/team-access';
import { recordActivities } from '../activity/record-activities.js';
import { checkDate } from './calendar-date.js';
import { checkLinks } from './check-links.js';
import type { DealFields, DealRow } from './deal.js';
import { toDeal } from './deal-access.js';
import { findDealForUpdate, updateDealRow } from './deal-repo.js';
import { assertTransition, readDealStatus } from './deal-status.js';
import { findProgress, updateDueChecks } from './due-check-repo.js';
import { composedCode } from './promo-code.js';

const CHANGEABLE = [
  'name',
  'brand',
  'status',
  'promoCode',
  'promoLink',
  'price',
  'currency',
  'viewsTarget',
  'platform',
  'postDate',
  'contactName',
  'contactId',
  'influencerId',
  'notes',
  'tags',
  'viewCheckDays',
] as const satisfies readonly (keyof DealFields)[];

/** Required fields of a deal. */
const REQUIRED = ['name', 'status', 'currency', 'viewCheckDays'] as const;

/**
 * Changes the fields in the mask. Equal values do not count as a change. Throws VERSION_CONFLICT, INVALID_TRANSITION, or PROMO_CODE_IN_USE, also when
 * the deal becomes active again after its code was taken.
 */
export async function updateDeal(tx: Tx, user: UserPrincipal, request: UpdateDealRequest): Promise<Deal> {
  const changes = readDealChanges(request);
  const stored = await findDealForUpdate(tx, user, request.dealId);
  assertOwned('deal', user, stored);
  checkVersion(stored.version, request.expectedVersion);
  if (changes.status !== undefined) assertTransition(stored.status, changes.status);
  await checkLinks(tx, user.userId, changes);

  const changed = changedFields(stored, changes, CHANGEABLE);
  if (changed.length === 0) return toDeal(user, stored);

  const updated = await updateDealRow(tx, stored.id, { ...stored, ...changes });
  const deal = { ...updated, ...(await progressAfter(tx, updated, changed)) };
  await recordActivities(tx, user, [{ deal, action: 'deal.updated', changedFields: changed }]);
  return toDeal(user, { ...deal, teamIds: stored.teamIds, isGranted: false });
}

/** The next check and the pace of an updated deal, which some changes move: null after others. */
async function progressAfter(tx: Tx, { id }: DealRow, changed: readonly string[]) {
  const movesChecks = changed.includes('status') || changed.includes('viewCheckDays');
  if (movesChecks) await updateDueChecks(tx, [id]);
  return movesChecks || changed.includes('viewsTarget') ? findProgress(tx, id) : null;
}

function readDealChanges(request: UpdateDealRequest): Partial<DealFields> {
  const { status, promoCode, ...changes } = readChanges(request, CHANGEABLE, REQUIRED);
  if (typeof changes.postDate === 'string') checkDate('postDate', changes.postDate);
  return {
    ...changes,
    ...(promoCode === undefined ? {} : { promoCode: promoCode && composedCode(promoCode) }),
    ...(status === undefined ? {} : { status: readDealStatus(status) }),
  };
}
