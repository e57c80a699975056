import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { testAgent, testUser } from '@svc/chassis/testing/test-service';
import {
  type CreatePaymentRequest,
  PaymentService,
  type UpdatePaymentRequest,
} from '@svc/proto/deal/v1/payment_service';
import { v7 as newId } from 'uuid';
import { type DealTestService, startDeal } from '../testing/deal-service.js';
import { changeRequest, createDeal, createSharedDeal } from '../testing/records.js';

let service: DealTestService;

beforeAll(async () => {
  service = await startDeal();
});

afterAll(() => service?.stop());

const payments = (user: UserPrincipal) => service.call(user, PaymentService);
const list = (user: UserPrincipal, dealId: string) => payments(user).listPayments({ dealId, pageSize: 50, skip: 0 });

async function add(user: UserPrincipal, dealId: string, fields: Partial<CreatePaymentRequest> = {}) {
  const request = { dealId, direction: 'incoming', amount: 1_200.5, ...fields };
  const { payment } = await payments(user).createPayment(request);
  if (!payment) throw new Error('The answer has no payment.');
  return payment;
}

/** Changes the fields in the mask. */
async function change(
  user: UserPrincipal,
  dealId: string,
  paymentId: string,
  updateMask: string[],
  fields: Partial<UpdatePaymentRequest> = {},
) {
  return (await payments(user).updatePayment({ dealId, paymentId, updateMask, ...fields })).payment!;
}

async function newDeal() {
  const owner = testUser();
  const deal = await createDeal(service, owner, { currency: 'EUR' });
  return { owner, dealId: deal.id };
}

/** Grants the user the amounts of one deal. */
async function grant(owner: UserPrincipal, requester: UserPrincipal, dealId: string) {
  await service.pool.query(
    `insert into deal.access_requests (id, owner_id, requester_id, scope, entity_id, reason, status)
     values ($1, $2, $3, 'deal.amount', $4, 'For the report', 'approved')`,
    [newId(), owner.userId, requester.userId, dealId],
  );
}

describe('the owner', () => {
  test('adds a payment, by default expected and in the currency of the deal, and lists the newest first', async () => {
    const { owner, dealId } = await newDeal();

    const payment = await add(owner, dealId);
    const other = await add(owner, dealId, {
      direction: 'outgoing',
      amount: 0.29,
      currency: 'USD',
      status: 'invoiced',
      dueDate: '2026-03-01',
      reference: 'INV-7',
      notes: 'Half up front',
    });

    expect(payment).toMatchObject({
      dealId,
      direction: 'incoming',
      amount: 1_200.5,
      currency: 'EUR',
      status: 'expected',
      dueDate: null,
      paidAt: null,
      overdue: false,
      version: 1,
    });
    expect(other).toMatchObject({ amount: 0.29, currency: 'USD', reference: 'INV-7', overdue: true });
    expect(await list(owner, dealId)).toEqual({ payments: [other, payment], totalSize: 2 });
  });

  test('changes only the fields in the mask, and an unchanged payment keeps its version', async () => {
    const { owner, dealId } = await newDeal();
    const { id } = await add(owner, dealId, { reference: 'INV-7', notes: 'Half up front' });

    const changed = await change(owner, dealId, id, ['amount', 'notes'], { amount: 900, reference: 'ignored' });
    const same = await change(owner, dealId, id, ['amount'], { amount: 900 });

    expect(changed).toMatchObject({ amount: 900, notes: null, reference: 'INV-7', version: 2 });
    expect(same.version).toBe(2);
  });

  test('marks a payment as paid, which stores the time, and reverts it, which clears the time', async () => {
    const { owner, dealId } = await newDeal();
    const { id } = await add(owner, dealId, { dueDate: '2026-03-01' });

    const paid = await change(owner, dealId, id, ['status'], { status: 'paid' });
    const unpaid = await change(owner, dealId, id, ['status'], { status: 'invoiced' });

    expect(paid).toMatchObject({ paidAt: expect.any(Date), overdue: false });
    expect(unpaid).toMatchObject({ paidAt: null, overdue: true });
  });

  test('deletes a payment, and all changes are in the activity of the deal', async () => {
    const { owner, dealId } = await newDeal();
    const { id } = await add(owner, dealId);
    await change(owner, dealId, id, ['status', 'due_date', 'amount'], {
      status: 'paid',
      dueDate: '2026-03-01',
      amount: 7,
    });

    await payments(owner).deletePayment({ dealId, paymentId: id });

    expect(await list(owner, dealId)).toEqual({ payments: [], totalSize: 0 });
    const { activities } = await service.as(owner).deals.listActivity({ dealId, pageSize: 3, skip: 0 });
    expect(activities.map(({ action, changedFields }) => [action, changedFields])).toEqual([
      ['payment.deleted', []],
      ['payment.updated', ['amount', 'status', 'dueDate', 'paidAt']],
      ['payment.added', []],
    ]);
  });
});

test('an outdated version is refused, and so are fields that cannot be cleared and a payment time without the status paid', async () => {
  const { owner, dealId } = await newDeal();
  const { id } = await add(owner, dealId);

  const stale = () => change(owner, dealId, id, ['amount'], { amount: 1, expectedVersion: 2 });
  const cleared = () => change(owner, dealId, id, ['amount']);
  const notPaid = () => change(owner, dealId, id, ['paid_at'], { paidAt: new Date() });

  await expect(stale()).rejects.toMatchObject({ code: 'VERSION_CONFLICT' });
  await expect(cleared()).rejects.toMatchObject({ kind: 'invalid_input', details: [{ path: 'amount' }] });
  await expect(notPaid()).rejects.toMatchObject({ kind: 'invalid_input', details: [{ path: 'paidAt' }] });
});

test('a payment of another deal is not found', async () => {
  const { owner, dealId } = await newDeal();
  const other = await createDeal(service, owner);
  const { id } = await add(owner, other.id);

  await expect(change(owner, dealId, id, ['amount'], { amount: 1 })).rejects.toMatchObject({ kind: 'not_found' });
  await expect(payments(owner).deletePayment({ dealId, paymentId: id })).rejects.toMatchObject({ kind: 'not_found' });
});

describe('a shared deal', () => {
  test('shows its payments only with the grant, and its error says how to request one', async () => {
    const { deal, owner, teamOwner, member } = await createSharedDeal(service);
    await add(owner, deal.id);

    for (const user of [teamOwner, member]) {
      await expect(list(user, deal.id)).rejects.toMatchObject({
        kind: 'forbidden',
        code: 'FORBIDDEN',
        message: expect.stringContaining('POST /api/access-requests'),
      });
    }
  });

  test('refuses agents, which cannot request amounts, with advice for the user to do so', async () => {
    const { deal, member } = await createSharedDeal(service);

    for (const caller of [
      testAgent({ userId: member.userId, teams: member.teams }, ['svc.read']),
      { ...member, through: 'copilot' as const },
    ]) {
      const refusal = await list(caller, deal.id).catch((error: unknown) => error);
      expect(refusal).toMatchObject({
        kind: 'forbidden',
        message: expect.stringMatching(/Ask the user to request access to the amounts\.$/),
      });
      expect((refusal as Error).message).not.toContain('access-requests');
    }
  });

  test('has payments in its activity only with the grant', async () => {
    const { deal, owner, member } = await createSharedDeal(service);
    await add(owner, deal.id);
    await service.as(owner).deals.updateDeal(changeRequest(deal.id, { price: 5, name: 'New' }));
    const activityFor = async (user: UserPrincipal) => {
      const { activities, totalSize } = await service
        .as(user)
        .deals.listActivity({ dealId: deal.id, pageSize: 2, skip: 0 });
      return [activities.map(({ action, changedFields }) => [action, changedFields]), totalSize];
    };

    expect(await activityFor(member)).toEqual([
      [
        ['deal.updated', ['name']],
        ['video.added', []],
      ],
      3,
    ]);
    await grant(owner, member, deal.id);
    const granted = [
      [
        ['deal.updated', ['name', 'price']],
        ['payment.added', []],
      ],
      4,
    ];
    expect(await activityFor(member)).toEqual(granted);
    expect(await activityFor(owner)).toEqual(granted);
  });

  test('shows its payments with the grant, only to that user, and only its owner can change them', async () => {
    const { deal, owner, teamAdmin, member } = await createSharedDeal(service);
    const payment = await add(owner, deal.id);
    await grant(owner, member, deal.id);

    expect(await list(member, deal.id)).toEqual({ payments: [payment], totalSize: 1 });
    await expect(list(teamAdmin, deal.id)).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(add(member, deal.id)).rejects.toMatchObject({ kind: 'forbidden' });
    const correction = change(member, deal.id, payment.id, ['amount'], { amount: 1 });
    await expect(correction).rejects.toMatchObject({ kind: 'forbidden' });
    const removal = payments(member).deletePayment({ dealId: deal.id, paymentId: payment.id });
    await expect(removal).rejects.toMatchObject({ kind: 'forbidden' });
    expect(await list(owner, deal.id)).toEqual({ payments: [payment], totalSize: 1 });
  });
});

test('a hidden deal hides its payments: for a stranger the deal does not exist', async () => {
  const { deal, owner, stranger } = await createSharedDeal(service);
  const { id } = await add(owner, deal.id);

  await expect(list(stranger, deal.id)).rejects.toMatchObject({ kind: 'not_found' });
  await expect(add(stranger, deal.id)).rejects.toMatchObject({ kind: 'not_found' });
  await expect(change(stranger, deal.id, id, ['amount'], { amount: 1 })).rejects.toMatchObject({ kind: 'not_found' });
});
