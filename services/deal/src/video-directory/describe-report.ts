import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { notFound } from '@svc/chassis/errors/app-error';
import type { Db } from '@svc/chassis/postgres/pool';
import type { DescribeReportRequest, DescribeReportResponse } from '@svc/proto/deal/v1/reading_service';
import { findContact } from '../contacts/contact-repo.js';
import { toDeal } from '../deals/deal-access.js';
import { findDeal } from '../deals/deal-repo.js';
import { readMessageTemplate } from '../templates/get-message-template.js';

/** Returns a report's deal, and the message template, as the caller sees both. Throws NOT_FOUND for either. */
export async function describeReport(
  db: Db,
  user: UserPrincipal,
  { dealId, templateId = null }: DescribeReportRequest,
): Promise<DescribeReportResponse> {
  const row = await findDeal(db, user, dealId);
  if (!row) throw notFound('deal');
  const { ownerId, name: dealName, promoCode, contactName = null, contactId = null } = toDeal(user, row);
  const [template, contact] = await Promise.all([
    templateId === null ? null : readMessageTemplate(db, user, templateId),
    contactName === null && contactId !== null ? findContact(db, user, 'contact', contactId) : null,
  ]);
  return {
    ownerId,
    dealName,
    promoCode,
    contactName: contactName ?? contact?.name ?? null,
    templateBody: template?.body ?? null,
  };
}
