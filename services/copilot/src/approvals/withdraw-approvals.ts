import type { AsService } from '@svc/chassis/assertions/service-call';
import type { Deliver } from '@svc/chassis/outbox/delivery';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { TurnApprovalClient } from './turn-approvals.js';

export const WITHDRAWAL_TOPIC = 'withdrawn-approvals';

interface Withdrawal {
  readonly userId: string;
  readonly turnId: string;
}

/** Makes identity end the open approvals of a turn, once the transaction is committed. */
export async function withdrawApprovals(
  tx: Tx,
  outbox: Pick<Outbox, 'enqueue'>,
  withdrawal: Withdrawal,
): Promise<void> {
  await outbox.enqueue(tx, { destination: 'identity', topic: WITHDRAWAL_TOPIC, payload: withdrawal });
}

export function createWithdrawalDelivery(
  book: Pick<TurnApprovalClient, 'withdrawTurnApprovals'>,
  asService: AsService,
): Deliver {
  return async ({ messages }) => {
    await asService(async () => {
      for (const { payload } of messages) await book.withdrawTurnApprovals({ turn: payload as Withdrawal });
    });
  };
}
