import { isDeepStrictEqual } from 'node:util';
import { invalidInput } from '@svc/chassis/errors/app-error';
import { checkVersion } from '@svc/chassis/errors/check-version';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { UserPrincipal } from '@svc/chassis/principal';
import type { Deal, UpdateDealRequest } from '@svc/proto/deal/v1/deal_service';
import { recordActivities } from '../activity/record-activities.js';
import { checkDate } from '../calendar-date.js';
import { maskedFields } from '@svc/chassis/grpc/update-mask';
import { updateDueChecks } from '../videos/due-check-repo.js';
import { checkLinks } from './check-links.js';
import { OWNED, toDeal } from './deal-access.js';
import { assertOwned } from '../visibility/access.js';
import { findDealForUpdate, updateDeal as storeDeal } from './deal-repo.js';
import { assertTransition, DEAL_STATUSES, type DealStatus } from './deal-status.js';
import type { DealFields } from './deal.js';

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

/** Fields that a deal cannot be without. */
const REQUIRED: readonly (keyof DealFields)[] = ['name', 'status', 'currency', 'viewCheckDays'];

/**
 * Changes the fields that the mask names. What is already as asked does not count as a change. Throws VERSION_CONFLICT,
 * INVALID_TRANSITION, or PROMO_CODE_IN_USE, also when the deal becomes active again and its code is taken meanwhile.
 */
export async function updateDeal(tx: Tx, user: UserPrincipal, request: UpdateDealRequest): Promise<Deal> {
  const changes = readChanges(request);
  const stored = await findDealForUpdate(tx, user, request.dealId);
  assertOwned('deal', user, stored);
  checkVersion(stored.version, request.expectedVersion);
  if (changes.status !== undefined) assertTransition(stored.status, changes.status);
  await checkLinks(tx, user.userId, changes);

  const changedFields = CHANGEABLE.filter(
    (field) => changes[field] !== undefined && !isDeepStrictEqual(changes[field], stored[field]),
  );
  if (changedFields.length === 0) return toDeal(user, stored);

  const deal = await storeDeal(tx, stored.id, { ...stored, ...changes });
  if (changedFields.includes('status') || changedFields.includes('viewCheckDays')) {
    await updateDueChecks(tx, [deal.id]);
  }
  await recordActivities(tx, user, [{ deal, action: 'deal.updated', changedFields }]);
  return toDeal(user, { ...deal, ...OWNED });
}

/** The masked fields with their new values; null clears. */
function readChanges(request: UpdateDealRequest): Partial<DealFields> {
  const fields = maskedFields(request.updateMask, CHANGEABLE);
  const changes = Object.fromEntries(fields.map((field) => [field, request[field] ?? null]));
  for (const field of REQUIRED) {
    const value = changes[field];
    if (value === null || (Array.isArray(value) && value.length === 0)) throw invalidInput(field, 'Cannot be cleared.');
  }
  if (typeof changes['postDate'] === 'string') checkDate('postDate', changes['postDate']);
  if ('status' in changes && !DEAL_STATUSES.includes(changes['status'] as DealStatus)) {
    throw invalidInput('status', `Has to be one of ${DEAL_STATUSES.join(', ')}.`);
  }
  return changes;
}
