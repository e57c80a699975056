import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { invalidInput } from '@svc/chassis/errors/app-error';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { CreateDealRequest, Deal } from '@svc/proto/deal/v1/deal_service';
import { v7 as newId } from 'uuid';
import { recordActivities } from '../activity/record-activities.js';
import { checkDate } from './calendar-date.js';
import { checkLinks } from './check-links.js';
import { OWNED, toDeal } from './deal-access.js';
import { insertDeals } from './deal-repo.js';
import { composedCode, promoCodeInUse } from './promo-code.js';

/** Creates a deal; missing fields default to the caller's settings. Throws PROMO_CODE_IN_USE. */
export async function createDeal(tx: Tx, user: UserPrincipal, request: CreateDealRequest): Promise<Deal> {
  const status = request.status ?? 'active';
  if (status !== 'active' && status !== 'draft')
    throw invalidInput('status', 'must be active or draft for a new deal.');
  if (typeof request.postDate === 'string') checkDate('postDate', request.postDate);
  await checkLinks(tx, user.userId, request);
  const id = newId();
  const [deal] = await insertDeals(tx, [
    {
      id,
      ownerId: user.userId,
      name: request.name,
      brand: request.brand ?? null,
      status,
      promoCode: typeof request.promoCode === 'string' ? composedCode(request.promoCode) : null,
      promoLink: request.promoLink ?? null,
      price: request.price ?? null,
      currency: request.currency ?? user.preferences.currency,
      viewsTarget: request.viewsTarget ?? null,
      platform: request.platform ?? null,
      postDate: request.postDate ?? null,
      contactName: request.contactName ?? null,
      contactId: request.contactId ?? null,
      influencerId: request.influencerId ?? null,
      notes: request.notes ?? null,
      tags: request.tags,
      viewCheckDays: request.viewCheckDays.length > 0 ? request.viewCheckDays : [...user.preferences.viewCheckDays],
    },
  ]);
  if (deal?.id !== id) throw promoCodeInUse(request.promoCode ?? null);
  await recordActivities(tx, user, [{ deal, action: 'deal.created' }]);
  return toDeal(user, { ...deal, ...OWNED });
}
