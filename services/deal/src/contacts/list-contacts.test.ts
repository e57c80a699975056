import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testUser } from '@svc/chassis/testing/test-service';
import { createContact, listContacts } from '../testing/contacts.js';
import { type DealTestService, startDeal } from '../testing/deal-service.js';

let service: DealTestService;

beforeAll(async () => {
  service = await startDeal();
});

afterAll(() => service?.stop());

test('lists are newest first, in pages with the total', async () => {
  const owner = testUser();
  for (const name of ['First', 'Second', 'Third']) await createContact(service, owner, { name });
  const { contacts } = service.as(owner);
  const page = async (skip: number) => {
    const request = { kind: 'contact', pageSize: 2, skip, scope: '', visibility: '' };
    const answer = await contacts.listContacts(request);
    return [answer.totalSize, ...answer.contacts.map(({ name }) => name)];
  };

  expect(await page(0)).toEqual([3, 'Third', 'Second']);
  expect(await page(2)).toEqual([3, 'First']);
  expect(await page(4)).toEqual([3]);
});

test.each<[string, object, string]>([
  ['name', { name: 'Zoë Frühling' }, 'zoe fru'],
  ['email address', { email: 'Zoe@Example.org' }, 'ZOE@EX'],
  ['phone number', { phone: '+49 (170) 123-45' }, '(170)'],
  ['digits of the phone number', { phone: '+49 (170) 123-45' }, '4917012'],
  ['company', { company: 'ACME Corp' }, 'acme'],
  ['handle', { handles: [{ platform: 'x', handle: 'zoe_f' }] }, 'zoe_f'],
  ['handle with its @', { handles: [{ platform: 'x', handle: 'zoe_f' }] }, '@zoe_'],
  ['tag', { tags: ['one', 'Été'] }, 'ete'],
  ['own notes', { notes: 'Met at the café' }, 'CAFE'],
])('a search finds a contact by its %s, without case and accents', async (_, fields, query) => {
  const owner = testUser();
  const contact = await createContact(service, owner, { name: 'Ann', ...fields });
  await createContact(service, owner, { name: 'Other', handles: [{ platform: 'x', handle: 'zoexf' }] });

  expect((await listContacts(service, owner, { query })).map(({ id }) => id)).toEqual([contact.id]);
});
