import { invalidInput } from '@svc/chassis/errors/app-error';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Pool } from '@svc/chassis/postgres/pool';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import type { DueChecks } from '@svc/proto/identity/v1/reminder_service';
import { sealReminderMail } from './mail-reminder.js';
import { findRemindedUser, takeMorning } from './reminder-repo.js';

const RECORDED_MAX = 100;

export interface DueCheckDependencies {
  readonly pool: Pool;
  readonly outbox: Outbox;
  /** Whether mail is configured. */
  readonly sendsMail: boolean;
  /** Seals waiting mails. */
  readonly sealingSecret: Uint8Array;
}

/** Mails the due checks, once a morning, to users who still want reminders. Late and repeated calls have no effect. */
export async function recordDueChecks(dependencies: DueCheckDependencies, dueChecks: DueChecks[]): Promise<void> {
  if (dueChecks.length > RECORDED_MAX) throw invalidInput('dueChecks', `must have at most ${RECORDED_MAX} entries.`);
  for (const due of dueChecks) await recordOne(dependencies, due);
}

async function recordOne({ pool, outbox, sendsMail, sealingSecret }: DueCheckDependencies, due: DueChecks) {
  const { ownerId, day } = due;
  await inTransaction(pool, async (tx) => {
    const morning = await takeMorning(tx, ownerId, day);
    if (!morning || !sendsMail || due.count === 0 || !(await findRemindedUser(tx, ownerId))) return;
    await outbox.enqueue(tx, await sealReminderMail(due, morning.expiresAt, sealingSecret));
  });
}
