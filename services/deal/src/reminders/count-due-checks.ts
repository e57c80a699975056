import { invalidInput } from '@svc/chassis/errors/app-error';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Db, Pool } from '@svc/chassis/postgres/pool';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import type { Morning } from '@svc/proto/deal/v1/due_check_service';
import type { DueChecks } from '@svc/proto/identity/v1/reminder_service';
import { checkDate } from '../deals/calendar-date.js';
import { listDueVideos } from '../video-directory/video-directory-repo.js';

/** Topic of deliveries to identity about checks due in the morning of an owner's time zone. */
export const DUE_CHECKS_TOPIC = 'owner.due_checks';

const MORNINGS_MAX = 100;
/** Maximum checks listed by name. */
const NAMED_MAX = 5;

/** Counts the owners' own checks that are due, consistently with Today, for identity. Owners without due checks are omitted. */
export async function countDueChecks(pool: Pool, outbox: Outbox, mornings: readonly Morning[]): Promise<void> {
  if (mornings.length > MORNINGS_MAX) throw invalidInput('mornings', `must have at most ${MORNINGS_MAX} entries.`);
  const counted: DueChecks[] = [];
  for (const morning of mornings) counted.push(await readDueChecks(pool, morning));
  const messages = counted
    .filter(({ count }) => count > 0)
    .map((payload) => ({
      destination: 'identity',
      topic: DUE_CHECKS_TOPIC,
      payload,
      key: `${payload.ownerId} ${payload.day}`,
    }));
  await inTransaction(pool, (tx) => outbox.enqueue(tx, ...messages));
}

async function readDueChecks(db: Db, { ownerId, day }: Morning): Promise<DueChecks> {
  checkDate('day', day);
  const owner = { userId: ownerId, teams: [] };
  const { rows, total } = await listDueVideos(db, owner, 'mine', day, { limit: NAMED_MAX, offset: 0 });
  const first = rows.map(({ dealName, title }) => ({ dealName, videoTitle: title ?? null }));
  return { ownerId, day, count: total, first };
}
