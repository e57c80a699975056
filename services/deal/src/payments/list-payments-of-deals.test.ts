import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { testUser } from '@svc/chassis/testing/test-service';
import { addDays, localDay } from '@svc/chassis/time/calendar';
import {
  type CreatePaymentRequest,
  type ListPaymentsOfDealsRequest,
  PaymentService,
} from '@svc/proto/deal/v1/payment_service';
import { v7 as newId } from 'uuid';
import { createContact } from '../testing/contacts.js';
import { type DealTestService, startDeal } from '../testing/deal-service.js';
import { createDeal, createSharedDeal } from '../testing/records.js';

let service: DealTestService;

beforeAll(async () => {
  service = await startDeal();
});

afterAll(() => service?.stop());

const payments = (user: UserPrincipal) => service.call(user, PaymentService);

function list(user: UserPrincipal, fields: Partial<ListPaymentsOfDealsRequest> = {}) {
  return payments(user).listPaymentsOfDeals({ pageSize: 50, skip: 0, scope: 'mine', ...fields });
}

/** References of the payments that match the filters. */
async function references(user: UserPrincipal, fields: Partial<ListPaymentsOfDealsRequest> = {}) {
  const { payments: listed, totalSize } = await list(user, fields);
  expect(totalSize).toBe(listed.length);
  return listed.map(({ payment }) => payment?.reference);
}

async function add(user: UserPrincipal, dealId: string, fields: Partial<CreatePaymentRequest> = {}) {
  const request = { dealId, direction: 'incoming', amount: 10, currency: 'EUR', ...fields };
  const { payment } = await payments(user).createPayment(request);
  if (!payment) throw new Error('The answer has no payment.');
  return payment;
}

/** Grants the user the amounts of one deal of the owner, or of all. */
async function grant(owner: UserPrincipal, requester: UserPrincipal, dealId: string | null) {
  await service.pool.query(
    `insert into deal.access_requests (id, owner_id, requester_id, scope, entity_id, reason, status)
     values ($1, $2, $3, 'deal.amount', $4, 'For the report', 'approved')`,
    [newId(), owner.userId, requester.userId, dealId],
  );
}

const NO_SUMS = {
  expected: 0,
  invoiced: 0,
  paid: 0,
  overdue: 0,
  outgoingExpected: 0,
  outgoingInvoiced: 0,
  outgoingPaid: 0,
  outgoingOverdue: 0,
};

test('payments of all deals are newest first, in pages, each with its deal', async () => {
  const owner = testUser();
  const spring = await createDeal(service, owner, { name: 'Spring' });
  const autumn = await createDeal(service, owner, { name: 'Autumn' });
  const first = await add(owner, spring.id);
  const second = await add(owner, autumn.id);
  const third = await add(owner, spring.id);

  const { payments: listed, totalSize } = await list(owner, { pageSize: 2 });

  const access = { role: 'owner', teamIds: [], canEdit: true, canEditViews: true, redacted: [] };
  expect(totalSize).toBe(3);
  expect(listed).toEqual([
    { payment: third, dealName: 'Spring', access },
    { payment: second, dealName: 'Autumn', access },
  ]);
  expect(await list(owner, { pageSize: 2, skip: 2 })).toMatchObject({ payments: [{ payment: first }], totalSize: 3 });
  expect(await list(owner, { skip: 5 })).toMatchObject({ payments: [], totalSize: 3 });
  expect(await list(testUser())).toMatchObject({ payments: [], totalSize: 0, totals: [] });
});

test('payments of deals with a contact or an influencer are found, with their sums', async () => {
  const owner = testUser();
  const contact = await createContact(service, owner);
  const influencer = await createContact(service, owner, { kind: 'influencer' });
  const one = await createDeal(service, owner, { contactId: contact.id });
  const other = await createDeal(service, owner, { influencerId: influencer.id });
  await add(owner, one.id, { reference: 'one', amount: 5 });
  await add(owner, other.id, { reference: 'other', amount: 7 });

  expect(await references(owner, { contactId: contact.id })).toEqual(['one']);
  expect(await references(owner, { influencerId: influencer.id })).toEqual(['other']);
  expect(await references(owner, { contactId: contact.id, influencerId: influencer.id })).toEqual([]);
  const { totals } = await list(owner, { influencerId: influencer.id });
  expect(totals).toEqual([{ ...NO_SUMS, currency: 'EUR', expected: 7 }]);
  expect(await references(testUser(), { contactId: contact.id })).toEqual([]);
});

test('filters match payments by direction, status, and whether they are overdue in the caller’s time zone', async () => {
  const owner = testUser();
  const timeZone = 'Pacific/Kiritimati';
  const there = { ...owner, preferences: { ...owner.preferences, timeZone } };
  const { id } = await createDeal(service, owner);
  const yesterday = addDays(localDay(new Date(), timeZone), -1);
  await add(owner, id, { reference: 'late', status: 'invoiced', dueDate: yesterday });
  await add(owner, id, { reference: 'today', dueDate: addDays(yesterday, 1) });
  await add(owner, id, { reference: 'undated', direction: 'outgoing' });
  await add(owner, id, { reference: 'settled', status: 'paid', dueDate: '2020-01-01' });

  expect(await references(there, { overdue: true })).toEqual(['late']);
  expect(await references(there, { overdue: false })).toEqual(['settled', 'undated', 'today']);
  expect(await references(there, { direction: 'outgoing' })).toEqual(['undated']);
  expect(await references(there, { status: 'paid' })).toEqual(['settled']);
  expect(await references(there, { status: 'expected', direction: 'incoming' })).toEqual(['today']);
  const { payments: all } = await list(there);
  expect(all.map(({ payment }) => payment?.overdue)).toEqual([false, false, false, true]);
  await expect(list(owner, { scope: 'everything' })).rejects.toMatchObject({ kind: 'invalid_input' });
});

test('filters match payments by their days, whether they are open, their currency and the brand of their deal', async () => {
  const owner = testUser();
  const there = { ...owner, preferences: { ...owner.preferences, timeZone: 'Pacific/Kiritimati' } };
  const acme = await createDeal(service, owner, { brand: 'Café' });
  const other = await createDeal(service, owner, { brand: 'Cafés' });
  await add(owner, acme.id, { reference: 'first day', dueDate: '2026-01-19' });
  await add(owner, other.id, { reference: 'last day', status: 'invoiced', dueDate: '2026-01-25', currency: 'USD' });
  await add(owner, acme.id, { reference: 'day after', dueDate: '2026-01-26' });
  // In Kiritimati (UTC+14) this is already January 19.
  const paidAt = new Date('2026-01-18T11:00:00Z');
  await add(owner, acme.id, { reference: 'paid', status: 'paid', dueDate: '2026-01-20', paidAt });
  const week = { dueFrom: '2026-01-19', dueTo: '2026-01-25' };

  expect(await references(owner, week)).toEqual(['paid', 'last day', 'first day']);
  expect(await references(owner, { ...week, open: true })).toEqual(['last day', 'first day']);
  expect(await references(owner, { ...week, open: false })).toEqual(['paid']);
  expect(await references(owner, { dueFrom: '2026-01-26' })).toEqual(['day after']);
  expect(await references(there, { paidFrom: '2026-01-19', paidTo: '2026-01-19' })).toEqual(['paid']);
  expect(await references(there, { paidTo: '2026-01-18' })).toEqual([]);
  expect(await references(owner, { ...week, currency: 'USD' })).toEqual(['last day']);
  expect(await references(owner, { open: true, brand: 'CAFE' })).toEqual(['day after', 'first day']);
  expect(await references(testUser(), { brand: 'CAFE' })).toEqual([]);
  expect((await list(owner, { ...week, open: true })).totals).toEqual([
    { ...NO_SUMS, currency: 'EUR', expected: 10, overdue: 10 },
    { ...NO_SUMS, currency: 'USD', invoiced: 10, overdue: 10 },
  ]);
});

test('a search finds payments by reference and notes, and by name and brand of the deal, and sums them', async () => {
  const owner = testUser();
  const coffee = await createDeal(service, owner, { name: 'Spring launch', brand: 'Café Zürich' });
  const tea = await createDeal(service, owner, { name: 'Été à Paris', promoCode: 'ZURICH', tags: ['cafe'] });
  await add(owner, coffee.id, { reference: 'INV-1' });
  await add(owner, tea.id, { reference: 'INV-2', notes: 'Second half,\npaid by Café Zürich' });
  await add(owner, tea.id, { reference: '100% advance', amount: 7 });
  const found = (query: string) => references(owner, { query });

  expect(await found('cafe ZURICH')).toEqual(['INV-2', 'INV-1']);
  expect(await found('ete a paris')).toEqual(['100% advance', 'INV-2']);
  expect(await found('launch')).toEqual(['INV-1']);
  expect(await found('inv-2')).toEqual(['INV-2']);
  expect(await found('0% adv')).toEqual(['100% advance']);
  // Not by other fields of the deal, across two fields, or by wildcards.
  expect(await found('zurich')).toEqual(['INV-2', 'INV-1']);
  for (const query of ['inv-2 second', 'launch cafe', 'INV_1']) expect(await found(query)).toEqual([]);
  expect(await references(owner, { query: 'paris', status: 'paid' })).toEqual([]);
  expect((await list(owner, { query: '100%' })).totals).toEqual([{ ...NO_SUMS, currency: 'EUR', expected: 7 }]);
  expect(await references(testUser(), { query: 'INV' })).toEqual([]);
});

test('a search finds payments of shared deals only with a grant', async () => {
  const { deal, owner, member } = await createSharedDeal(service, { name: 'Kiteline' });
  const payment = await add(owner, deal.id, { reference: 'INV-7' });
  const search = (query: string) => list(member, { scope: 'mine-and-shared', query });
  expect(await search('kite')).toMatchObject({ payments: [], totalSize: 0, totals: [] });

  await grant(owner, member, deal.id);

  for (const query of ['kite', 'inv-7']) {
    expect(await search(query)).toMatchObject({ payments: [{ payment: { id: payment.id } }], totalSize: 1 });
  }
});

test('a range that ends before it starts is refused with the path of the field', async () => {
  const refused = (path: string) => ({ kind: 'invalid_input', details: [{ path }] });
  const due = { dueFrom: '2026-01-25', dueTo: '2026-01-19' };
  await expect(list(testUser(), due)).rejects.toMatchObject(refused('dueTo'));
  const paid = { paidFrom: '2026-01-25', paidTo: '2026-01-19' };
  await expect(list(testUser(), paid)).rejects.toMatchObject(refused('paidTo'));
});

test('totals are by currency, direction and status over all pages, to the cent, without cancelled payments', async () => {
  const owner = testUser();
  const { id } = await createDeal(service, owner);
  await add(owner, id, { amount: 0.1, dueDate: '2020-01-01' });
  await add(owner, id, { amount: 0.2 });
  await add(owner, id, { amount: 5, status: 'invoiced' });
  await add(owner, id, { amount: 7, status: 'paid' });
  await add(owner, id, { amount: 900, status: 'cancelled' });
  await add(owner, id, { amount: 3, direction: 'outgoing', status: 'invoiced', dueDate: '2020-01-01' });
  await add(owner, id, { amount: 8, currency: 'USD' });

  const { totals } = await list(owner, { pageSize: 1 });

  expect(totals).toEqual([
    {
      ...NO_SUMS,
      currency: 'EUR',
      expected: 0.3,
      invoiced: 5,
      paid: 7,
      overdue: 0.1,
      outgoingInvoiced: 3,
      outgoingOverdue: 3,
    },
    { ...NO_SUMS, currency: 'USD', expected: 8 },
  ]);
  expect((await list(owner, { status: 'paid' })).totals).toEqual([{ ...NO_SUMS, currency: 'EUR', paid: 7 }]);
  expect((await list(owner, { status: 'cancelled' })).totals).toEqual([]);
});

test('payments of shared deals are listed and summed only with a grant, and only for members of the team', async () => {
  const { deal, owner, member, stranger, teamId } = await createSharedDeal(service);
  const hidden = await createDeal(service, owner);
  await service.share(hidden.id, teamId);
  const payment = await add(owner, deal.id, { amount: 40 });
  await add(owner, hidden.id, { amount: 2 });
  const both = { scope: 'mine-and-shared' };

  const before = await list(member, both);
  await grant(owner, member, deal.id);
  await grant(owner, stranger, null);

  expect(before).toMatchObject({ payments: [], totalSize: 0, totals: [] });
  expect(await list(member, both)).toMatchObject({
    payments: [{ payment: { id: payment.id, amount: 40 }, access: { role: 'team-member', canEdit: false } }],
    totalSize: 1,
    totals: [{ currency: 'EUR', expected: 40 }],
  });
  expect(await list(member)).toMatchObject({ payments: [], totalSize: 0, totals: [] });
  expect(await list(stranger, both)).toMatchObject({ payments: [], totalSize: 0, totals: [] });
  expect((await list(owner, both)).totals).toMatchObject([{ expected: 42 }]);
});

test('a grant for all deals of an owner reveals the payments of shared ones, until it expires', async () => {
  const { deal, owner, member } = await createSharedDeal(service);
  const unshared = await createDeal(service, owner);
  await add(owner, deal.id);
  await add(owner, unshared.id);
  const both = { scope: 'mine-and-shared' };

  await grant(owner, member, null);
  const during = await list(member, both);
  await service.pool.query(`update deal.access_requests set expires_at = now() where requester_id = $1`, [
    member.userId,
  ]);

  expect(during.payments).toMatchObject([{ payment: { dealId: deal.id } }]);
  expect(await list(member, both)).toMatchObject({ payments: [], totalSize: 0, totals: [] });
});
