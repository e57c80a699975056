import type { UserPrincipal } from '@svc/chassis/calls/principal';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { CreateDealTemplateRequest, DealTemplate } from '@svc/proto/deal/v1/template_service';
import { v7 as newId } from 'uuid';
import { OWNED } from '../deals/deal-access.js';
import { toDealTemplate } from './deal-template.js';
import { insertDealTemplate } from './deal-template-repo.js';
import type { TemplateQuota } from './template-quota.js';

/** Creates a deal template; the currency defaults to the caller's setting. Throws TEMPLATE_QUOTA_EXCEEDED. */
export async function createDealTemplate(
  tx: Tx,
  quota: TemplateQuota,
  user: UserPrincipal,
  request: CreateDealTemplateRequest,
): Promise<DealTemplate> {
  const template = await insertDealTemplate(tx, {
    id: newId(),
    ownerId: user.userId,
    name: request.name,
    platform: request.platform ?? null,
    deliverables: request.deliverables ?? null,
    viewsTarget: request.viewsTarget ?? null,
    timelineDays: request.timelineDays ?? null,
    price: request.price ?? null,
    currency: request.currency ?? user.preferences.currency,
    notes: request.notes ?? null,
  });
  await quota.confirm(tx, user.userId);
  return toDealTemplate(user, { ...template, ...OWNED });
}
