import type { UserPrincipal } from '@svc/chassis/calls/principal';
import type { Db } from '@svc/chassis/postgres/pool';
import type { Scope } from '@svc/records/sharing/visibility-predicate';
import { isInScope, parametersFor } from './deals-in-scope.js';

/** Lists days in a range, both ends YYYY-MM-DD, on which checks are due, with the number of videos in scope. */
export async function listUpcomingChecks(
  db: Db,
  user: UserPrincipal,
  scope: Scope,
  from: string,
  to: string,
): Promise<{ date: string; checks: number }[]> {
  const { values, parameter } = parametersFor(user, scope);
  return db.list(
    `select v.next_due_date as date, count(*) as checks
       from deal.deal_videos v
      where ${isInScope(scope, 'v.owner_id', 'v.deal_id')}
        and v.next_due_date >= ${parameter(from)}::date and v.next_due_date <= ${parameter(to)}::date
      group by v.next_due_date
      order by v.next_due_date`,
    values,
  );
}
