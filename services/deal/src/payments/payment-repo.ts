import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { countUpToMax, listPage, type Page, type PageRows } from '@svc/chassis/postgres/lists/list-page';
import type { Db } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';
import { viewerOf } from '@svc/records/sharing/visibility-predicate';
import { v7 as newId } from 'uuid';
import { DEAL_VISIBILITY } from '../deals/deal-access.js';
import type { PaymentFields, PaymentRow } from './payment.js';

export const PAYMENT_COLUMNS = `p.id, p.deal_id as "dealId", p.direction, p.amount, p.currency, p.status, p.due_date as "dueDate",
            p.paid_at as "paidAt", p.reference, p.notes, p.created_at as "createdAt", p.updated_at as "updatedAt", p.version`;

/** Columns with the sums of payments by direction and status, excluding cancelled ones. */
export const PAYMENT_SUMS = `${sumOf('incoming', 'expected')} as expected, ${sumOf('incoming', 'invoiced')} as invoiced,
            ${sumOf('incoming', 'paid')} as paid, ${sumOf('outgoing', 'expected')} as "outgoingExpected",
            ${sumOf('outgoing', 'invoiced')} as "outgoingInvoiced", ${sumOf('outgoing', 'paid')} as "outgoingPaid"`;

function sumOf(direction: string, status: string): string {
  return `coalesce(sum(p.amount) filter (where p.direction = '${direction}' and p.status = '${status}'), 0)`;
}

/** Lists the payments of a deal, newest first. */
export async function listPayments(db: Db, dealId: string, page: Page): Promise<PageRows<PaymentRow>> {
  const text = `
     select ${PAYMENT_COLUMNS}, ${countUpToMax('deal.deal_payments where deal_id = $1')} as total
       from deal.deal_payments p
      where p.deal_id = $1
      order by p.created_at desc, p.id desc limit $2 offset $3`;
  return listPage(page, ({ limit, offset }) => db.query(text, [dealId, limit, offset]));
}

export async function findPayment(db: Db, dealId: string, paymentId: string): Promise<PaymentRow | null> {
  return db.find<PaymentRow>(`select ${PAYMENT_COLUMNS} from deal.deal_payments p where p.id = $2 and p.deal_id = $1`, [
    dealId,
    paymentId,
  ]);
}

/** Inserts a payment into a locked deal. */
export async function insertPayment(
  tx: Tx,
  deal: { readonly id: string; readonly ownerId: string },
  fields: PaymentFields,
): Promise<PaymentRow> {
  const { rows } = await tx.query<PaymentRow>(
    `insert into deal.deal_payments as p
            (id, deal_id, owner_id, direction, amount, currency, status, due_date, paid_at, reference, notes)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
  returning ${PAYMENT_COLUMNS}`,
    [newId(), deal.id, deal.ownerId, ...valuesOf(fields)],
  );
  return storedRow(rows);
}

/** Sets all fields of a payment of a locked deal. */
export async function updatePaymentRow(tx: Tx, paymentId: string, fields: PaymentFields): Promise<PaymentRow> {
  const { rows } = await tx.query<PaymentRow>(
    `update deal.deal_payments p
        set direction = $2, amount = $3, currency = $4, status = $5, due_date = $6, paid_at = $7, reference = $8, notes = $9,
            updated_at = now(), version = version + 1
      where p.id = $1
  returning ${PAYMENT_COLUMNS}`,
    [paymentId, ...valuesOf(fields)],
  );
  return storedRow(rows);
}

export async function deletePayments(tx: Tx, paymentIds: readonly string[]): Promise<void> {
  await tx.query(`delete from deal.deal_payments where id = any ($1::uuid[])`, [paymentIds]);
}

/** A payment and its deal. */
export interface PaymentWithDeal extends PaymentRow {
  readonly ownerId: string;
  readonly dealName: string;
}

/** Returns those of the payments whose deals the caller sees. */
export async function listSeenPayments(
  tx: Tx,
  user: UserPrincipal,
  paymentIds: readonly string[],
): Promise<PaymentWithDeal[]> {
  return tx.list<PaymentWithDeal>(
    `select ${PAYMENT_COLUMNS}, d.owner_id as "ownerId", d.name as "dealName"
       from deal.deal_payments p
       join deal.deals d on d.id = p.deal_id
      where p.id = any ($3::uuid[]) and ${DEAL_VISIBILITY.isVisible}`,
    [...viewerOf(user), paymentIds],
  );
}

/** Sets the status and payment time of payments of locked deals. */
export async function updatePaymentStatuses(
  tx: Tx,
  payments: readonly Pick<PaymentRow, 'id' | 'status' | 'paidAt'>[],
): Promise<void> {
  await tx.query(
    `update deal.deal_payments p
        set status = n.status, paid_at = n."paidAt", updated_at = now(), version = p.version + 1
       from jsonb_to_recordset($1::jsonb) as n (id uuid, status text, "paidAt" timestamptz(3))
      where p.id = n.id`,
    [JSON.stringify(payments.map(({ id, status, paidAt }) => ({ id, status, paidAt })))],
  );
}

function valuesOf({ direction, amount, currency, status, dueDate, paidAt, reference, notes }: PaymentFields) {
  return [direction, amount, currency, status, dueDate, paidAt, reference, notes];
}

function storedRow(rows: readonly PaymentRow[]): PaymentRow {
  const row = rows[0];
  if (!row) throw new Error('The payment of the locked deal is gone.');
  return row;
}
