import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testUser } from '@svc/chassis/testing/test-service';
import { v7 as newId } from 'uuid';
import { contactChange, contactRequest, createContact, getContact, listContacts } from '../testing/contacts.js';
import { type DealTestService, startDeal } from '../testing/deal-service.js';
import { changeRequest, createDeal, getDeal } from '../testing/records.js';
import { createTask, getTask } from '../testing/tasks.js';

let service: DealTestService;

beforeAll(async () => {
  service = await startDeal();
});

afterAll(() => service?.stop());

const HANDLE = { platform: 'instagram', handle: '@ann', url: 'https://www.instagram.com/ann' };

test.each(['contact', 'influencer'])('a new %s has the given values, and is read back unchanged', async (kind) => {
  const owner = testUser();
  const fields = {
    kind,
    name: 'Ann Lee',
    email: 'Ann@Example.org',
    phone: '+49 170 12345',
    company: 'Acme',
    handles: [HANDLE],
    tags: ['beauty', 'berlin'],
    notes: 'Prefers mail.',
    revenue: 1234.56,
    currency: 'EUR',
  };

  const contact = await createContact(service, owner, fields);

  expect(contact).toEqual({
    ...fields,
    id: expect.any(String),
    ownerId: owner.userId,
    createdAt: expect.any(Date),
    updatedAt: expect.any(Date),
    version: 1,
    access: { role: 'owner', teamIds: [], canEdit: true, canEditViews: true, redacted: [] },
    mutualOwners: [],
  });
  expect(await getContact(service, owner, contact)).toEqual(contact);
});

test('a contact with only a name has the currency of its owner', async () => {
  const owner = testUser({ preferences: { ...testUser().preferences, currency: 'SEK' } });

  expect(await createContact(service, owner)).toMatchObject({ name: 'Ann', email: null, handles: [], currency: 'SEK' });
});

test('creating again with the same idempotency key returns the first response and creates no second contact', async () => {
  const owner = testUser();
  const { contacts } = service.as(owner, { idempotencyKey: newId() });
  const first = await contacts.createContact(contactRequest());

  expect(await contacts.createContact(contactRequest())).toEqual(first);
  expect(await listContacts(service, owner)).toHaveLength(1);
});

test('contacts and influencers are not found as each other', async () => {
  const owner = testUser();
  const contact = await createContact(service, owner, { kind: 'contact' });
  const { contacts } = service.as(owner);

  expect(await listContacts(service, owner, { kind: 'influencer' })).toEqual([]);
  for (const call of [
    () => contacts.getContact({ kind: 'influencer', contactId: contact.id }),
    () => contacts.updateContact({ ...contactChange(contact, { name: 'Other' }), kind: 'influencer' }),
    () => contacts.deleteContact({ kind: 'influencer', contactId: contact.id }),
  ]) {
    await expect(call()).rejects.toMatchObject({ kind: 'not_found' });
  }
});

test('an unknown kind is refused', async () => {
  await expect(createContact(service, testUser(), { kind: 'company' })).rejects.toMatchObject({
    kind: 'invalid_input',
    details: [{ path: 'kind' }],
  });
});

describe('a change', () => {
  test('sets the named fields, clears those that are null, keeps the others and increments the version', async () => {
    const owner = testUser();
    const contact = await createContact(service, owner, { email: 'a@b.example', phone: '12345', handles: [HANDLE] });
    const change = contactChange(contact, {
      name: 'Anna',
      phone: null,
      handles: [],
      tags: ['new'],
      expectedVersion: 1,
    });

    const { contact: changed } = await service.as(owner).contacts.updateContact(change);

    const updatedAt = expect.any(Date);
    expect(changed).toEqual({
      ...contact,
      name: 'Anna',
      phone: null,
      handles: [],
      tags: ['new'],
      updatedAt,
      version: 2,
    });
    expect(await getContact(service, owner, contact)).toEqual(changed);
  });

  test('to equal values is not a change', async () => {
    const owner = testUser();
    const contact = await createContact(service, owner, { handles: [HANDLE], tags: ['a'] });

    const { contact: same } = await service
      .as(owner)
      .contacts.updateContact(contactChange(contact, { name: 'Ann', handles: [HANDLE], tags: ['a'] }));

    expect(same).toEqual(contact);
  });

  test('with an outdated version is refused', async () => {
    const owner = testUser();
    const contact = await createContact(service, owner);

    await expect(
      service.as(owner).contacts.updateContact(contactChange(contact, { name: 'Anna', expectedVersion: 7 })),
    ).rejects.toMatchObject({ kind: 'stale', code: 'VERSION_CONFLICT' });
  });

  test.each(['name', 'currency'])('cannot clear the %s', async (field) => {
    const owner = testUser();
    const contact = await createContact(service, owner);

    await expect(
      service.as(owner).contacts.updateContact(contactChange(contact, { [field]: null })),
    ).rejects.toMatchObject({ kind: 'invalid_input', details: [{ path: field }] });
  });
});

test('a deleted contact is unlinked from its deals and tasks, which changes them', async () => {
  const owner = testUser();
  const contact = await createContact(service, owner);
  const influencer = await createContact(service, owner, { kind: 'influencer' });
  const deal = await createDeal(service, owner, { contactId: contact.id, influencerId: influencer.id });
  const task = await createTask(service, owner, { contactId: contact.id });
  const { contacts, deals } = service.as(owner);

  await expect(
    contacts.deleteContact({ kind: 'contact', contactId: contact.id, expectedVersion: 2 }),
  ).rejects.toMatchObject({ kind: 'stale' });
  await contacts.deleteContact({ kind: 'contact', contactId: contact.id, expectedVersion: 1 });

  await expect(getContact(service, owner, contact)).rejects.toMatchObject({ kind: 'not_found' });
  const { influencerId } = deal;
  expect(await getDeal(service, owner, deal.id)).toMatchObject({ contactId: null, influencerId, version: 2 });
  expect(await getTask(service, owner, task.id)).toMatchObject({ contactId: null, version: 2 });
  const { activities } = await deals.listActivity({ dealId: deal.id, pageSize: 1, skip: 0 });
  expect(activities).toMatchObject([{ action: 'deal.updated', changedFields: ['contactId'] }]);
});

describe('a deal', () => {
  test('is linked to a contact and an influencer of its owner, at creation and later', async () => {
    const owner = testUser();
    const contact = await createContact(service, owner);
    const influencer = await createContact(service, owner, { kind: 'influencer' });
    const links = { contactId: contact.id, influencerId: influencer.id };
    const { deals } = service.as(owner);

    const linked = await createDeal(service, owner, links);
    const later = await createDeal(service, owner);
    const { deal: changed } = await deals.updateDeal(changeRequest(later.id, links));
    const { deal: cleared } = await deals.updateDeal(changeRequest(later.id, { contactId: null }));

    expect(linked).toMatchObject(links);
    expect(changed).toMatchObject(links);
    expect(cleared).toMatchObject({ contactId: null, influencerId: influencer.id });
    const list = { pageSize: 50, skip: 0, scope: 'mine' };
    expect(await deals.listDeals({ ...list, contactId: contact.id })).toMatchObject({ deals: [{ id: linked.id }] });
    expect(await deals.listDeals({ ...list, influencerId: influencer.id })).toMatchObject({ totalSize: 2 });
    expect(await deals.listDeals({ ...list, influencerId: newId() })).toMatchObject({ totalSize: 0 });
  });

  test.each([
    ['contactId', 'influencer', 'own'],
    ['influencerId', 'contact', 'own'],
    ['contactId', 'contact', 'foreign'],
    ['influencerId', 'influencer', 'foreign'],
  ] as const)('refuses as %s an %s that is %s', async (field, kind, whose) => {
    const owner = testUser();
    const contact = await createContact(service, whose === 'own' ? owner : testUser(), { kind });
    const deal = await createDeal(service, owner);
    const refusal = { kind: 'invalid_input', code: 'VALIDATION_ERROR', details: [{ path: field }] };

    await expect(createDeal(service, owner, { [field]: contact.id })).rejects.toMatchObject(refusal);
    await expect(
      service.as(owner).deals.updateDeal(changeRequest(deal.id, { [field]: contact.id })),
    ).rejects.toMatchObject(refusal);
  });
});

test('a caller who may not delete a contact does not wait for locks on linked deals', async () => {
  const [owner, stranger] = [testUser(), testUser()];
  const contact = await createContact(service, owner, { name: 'Ann' });
  const deal = await createDeal(service, owner, { contactId: contact.id });
  const atWork = await service.pool.connect();
  await atWork.control('begin');
  await atWork.query(`select id from deal.deals where id = $1 for update`, [deal.id]);

  const deletion = service.as(stranger).contacts.deleteContact({ kind: 'contact', contactId: contact.id });
  await expect(deletion).rejects.toMatchObject({ kind: 'not_found' });

  await atWork.control('rollback');
  atWork.release();
});
