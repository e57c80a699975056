import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { testUser } from '@svc/chassis/testing/test-service';
import { v7 as newId } from 'uuid';
import { createContact } from '../testing/contacts.js';
import { type DealTestService, startDeal } from '../testing/deal-service.js';
import { createDeal, createSharedDeal } from '../testing/records.js';
import { createMessageTemplate } from '../testing/templates.js';

let service: DealTestService;

beforeAll(async () => {
  service = await startDeal();
});

afterAll(() => service?.stop());

test('a report contains the name, promo code and contact of its deal, and the text of its template', async () => {
  const owner = testUser();
  const deal = await createDeal(service, owner, { name: 'Launch', promoCode: 'SAVE20', contactName: 'Ann' });
  const template = await createMessageTemplate(service, owner, { body: 'Hi {contact}' });

  const { directory } = service.as(owner);

  expect(await directory.describeReport({ dealId: deal.id, templateId: template.id })).toEqual({
    ownerId: owner.userId,
    dealName: 'Launch',
    promoCode: 'SAVE20',
    contactName: 'Ann',
    templateBody: 'Hi {contact}',
  });
  expect(await directory.describeReport({ dealId: deal.id })).toMatchObject({ templateBody: null });
});

test('a linked contact’s name is used, for those who see it, when the deal has no contact text', async () => {
  const owner = testUser();
  const { member, teamId } = await createSharedDeal(service);
  const contact = await createContact(service, owner, { name: 'Robin Linked' });
  const deal = await createDeal(service, owner, { contactId: contact.id });
  await service.share(deal.id, teamId);
  const nameFor = async (user: UserPrincipal) =>
    (await service.as(user).directory.describeReport({ dealId: deal.id })).contactName;

  expect(await nameFor(owner)).toBe('Robin Linked');
  expect(await nameFor(member)).toBeNull();
});

test('hidden deals and templates are not found, and the deal is checked first', async () => {
  const { deal, owner, member, stranger } = await createSharedDeal(service);
  const template = await createMessageTemplate(service, owner);
  const describeFor = (user: UserPrincipal, ids: { dealId: string; templateId?: string }) =>
    service.as(user).directory.describeReport(ids);
  const missing = (record: string) => ({ kind: 'not_found', message: expect.stringContaining(`no such ${record},`) });

  await expect(describeFor(stranger, { dealId: deal.id })).rejects.toMatchObject(missing('deal'));
  await expect(describeFor(owner, { dealId: newId(), templateId: newId() })).rejects.toMatchObject(missing('deal'));
  await expect(describeFor(member, { dealId: deal.id, templateId: template.id })).rejects.toMatchObject(
    missing('message template'),
  );
});
