import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testUser } from '@svc/chassis/testing/test-service';
import { createContact } from '../testing/contacts.js';
import { type DealTestService, startDeal } from '../testing/deal-service.js';
import { importLinks, listAll } from '../testing/imports.js';
import { newVideoUrl } from '../testing/records.js';

let service: DealTestService;

beforeAll(async () => {
  service = await startDeal();
});

afterAll(() => service?.stop());

test.each([
  ['name', 'ZOË lee'],
  ['email address', 'Zoe@Example.org'],
  ['handle', '@ZOE.l'],
  ['handle without @', 'zoe.l'],
])('a contact given by its %s is linked to the deal that the import creates', async (_, contact) => {
  const owner = testUser();
  const fields = { name: 'Zoë Lee', email: 'zoe@example.org', handles: [{ platform: 'x', handle: '@Zoe.L' }] };
  const { id } = await createContact(service, owner, fields);
  await createContact(service, owner, { name: 'Someone else' });
  await createContact(service, testUser(), fields);

  await importLinks(service, owner, [{ urls: [newVideoUrl()], promoCode: 'CODE', contact }]);

  const [{ deal } = {}] = await listAll(service, owner);
  expect(deal).toMatchObject({ contactId: id, contactName: contact });
});

test('a text that matches several contacts, no contact, or only an influencer remains text', async () => {
  const owner = testUser();
  await createContact(service, owner, { name: 'Ann' });
  await createContact(service, owner, { name: 'Other', handles: [{ platform: 'x', handle: 'ann' }] });
  await createContact(service, owner, { name: 'Bob', kind: 'influencer' });
  const groups = ['Ann', 'Bob', 'Nobody'].map((contact) => ({ urls: [newVideoUrl()], promoCode: contact, contact }));

  await importLinks(service, owner, groups);

  const deals = await listAll(service, owner);
  expect(deals).toHaveLength(3);
  for (const { deal } of deals) expect(deal).toMatchObject({ contactId: null, contactName: deal.promoCode });
});
