import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testUser } from '@svc/chassis/testing/test-service';
import { createContact } from '../testing/contacts.js';
import { type DealTestService, startDeal } from '../testing/deal-service.js';
import { externalSharesOf } from '../testing/external-shares.js';
import { changeRequest } from '../testing/records.js';

let service: DealTestService;

beforeAll(async () => {
  service = await startDeal();
});

afterAll(() => service?.stop());

const { shareDeal, shares } = externalSharesOf(() => service);

async function fieldsOf(entityType: string) {
  const { fields } = await shares(testUser()).listVisibleFields({ entityType });
  return {
    all: fields.map(({ key }) => key),
    byDefault: fields.flatMap(({ key, byDefault }) => (byDefault ? key : [])),
  };
}

test('every listed field can be chosen, and the defaults are what a share without a choice shows', async () => {
  const owner = testUser();
  const { all, byDefault } = await fieldsOf('deal');

  expect((await shareDeal(owner, { visibleFields: all })).share.visibleFields).toEqual(all);
  expect((await shareDeal(owner)).share.visibleFields.toSorted()).toEqual(byDefault.toSorted());
});

test.each([
  ['deal', ['price', 'currency', 'notes', 'contactName']],
  ['contact', ['email', 'phone', 'handles', 'revenue', 'currency']],
  ['influencer', ['email', 'phone', 'handles', 'revenue', 'currency']],
])('money, notes and contact data of a %s are hidden by default', async (entityType, sensitive) => {
  const { all, byDefault } = await fieldsOf(entityType);

  expect(all).toEqual(expect.arrayContaining(sensitive));
  expect(byDefault).toContain('name');
  expect(byDefault.filter((key) => sensitive.includes(key))).toEqual([]);
});

test('fields to hide must be fields of the record, and a share cannot change its record', async () => {
  const owner = testUser();
  const { deal, share } = await shareDeal(owner);
  const change = (fields: object) =>
    shares(owner).updateExternalShare({
      externalShareId: share.id,
      updateMask: ['visible_fields'],
      visibleFields: ['name'],
      ...fields,
    });

  for (const hiddenFields of [['nope'], ['email']]) {
    await expect(shareDeal(owner, { visibleFields: ['name'], hiddenFields })).rejects.toMatchObject({
      details: [{ path: 'visibleFields' }],
    });
    await expect(change({ hiddenFields })).rejects.toMatchObject({ details: [{ path: 'visibleFields' }] });
  }
  await expect(change({ entityType: 'contact' })).rejects.toMatchObject({ details: [{ path: 'entityType' }] });
  await expect(change({ entityId: share.id })).rejects.toMatchObject({ details: [{ path: 'entityId' }] });
  const changed = await change({ hiddenFields: ['price'], entityType: 'deal', entityId: deal.id });
  expect(changed.externalShare?.visibleFields).toEqual(['name']);
});

test('only kinds that can be shared have such fields', async () => {
  await expect(fieldsOf('task')).rejects.toMatchObject({ kind: 'invalid_input', details: [{ path: 'entityType' }] });
});

test('every response about a share uses the current name of its record', async () => {
  const owner = testUser();
  const { deal, share } = await shareDeal(owner, { visibleFields: ['brand'] });
  const contact = await createContact(service, owner, { name: 'Ann' });
  const request = { entityType: 'contact', entityId: contact.id, visibleFields: [], isActive: true };
  const ofContact = await shares(owner).createExternalShare(request);
  await service.as(owner).deals.updateDeal(changeRequest(deal.id, { name: 'Renamed' }));

  expect([share.entityTitle, ofContact.externalShare?.entityTitle]).toEqual([deal.name, 'Ann']);
  const listed = await shares(owner).listExternalShares({ pageSize: 0, skip: 0 });
  expect(listed.externalShares.map(({ entityTitle }) => entityTitle)).toEqual(['Ann', 'Renamed']);
  const read = await shares(owner).getExternalShare({ externalShareId: share.id });
  expect(read.externalShare?.entityTitle).toBe('Renamed');
  const change = { externalShareId: share.id, updateMask: ['max_views'], visibleFields: [], maxViews: 3 };
  expect((await shares(owner).updateExternalShare(change)).externalShare?.entityTitle).toBe('Renamed');
});
