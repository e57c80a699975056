import { countUpToMax, listPage, type Page, type PageRows } from '@svc/chassis/postgres/lists/list-page';
import type { Db } from '@svc/chassis/postgres/pool';
import { onlyRow } from '@svc/chassis/postgres/rows';
import type {
  GetLearningTotalsResponse,
  ProviderConfig,
  UsageTotals,
  UserUsage,
} from '@svc/proto/copilot/v1/copilot_administration_service';

/** Usage of all users per day, newest first, including days without use. */
export async function listUsageTotals(db: Db, today: string, days: number): Promise<UsageTotals[]> {
  const { rows } = await db.query<UsageTotals>(
    `select to_char(d.day, 'YYYY-MM-DD') as day, count(u.user_id)::integer as users,
            coalesce(sum(u.free_turns), 0)::integer as "freeTurns", coalesce(sum(u.byok_turns), 0)::integer as "byokTurns",
            coalesce(sum(u.failovers), 0)::integer as failovers
       from generate_series($1::date, $1::date - ($2::integer - 1), interval '-1 day') as d (day)
       left join memory.daily_usage u on u.day = d.day::date
      group by d.day
      order by d.day desc`,
    [today, days],
  );
  return rows;
}

/** Selects users and days, inclusive. */
export interface UsageFilter {
  readonly from: string;
  readonly to: string;
  /** Null means all. */
  readonly userIds: readonly string[] | null;
}

/** Usage of each user, most turns first. */
export function listUserUsage(db: Db, { from, to, userIds }: UsageFilter, page: Page): Promise<PageRows<UserUsage>> {
  const isListed = `u.day between $3 and $4 and ($5::uuid[] is null or u.user_id = any ($5::uuid[]))`;
  const text = `
     select u.user_id as "userId", sum(u.free_turns)::integer as "freeTurns", sum(u.model_calls)::integer as "modelCalls",
            sum(u.failovers)::integer as failovers, sum(u.prompt_tokens)::bigint as "promptTokens",
            sum(u.completion_tokens)::bigint as "completionTokens", max(u.last_used_at) as "lastUsedAt",
            ${countUpToMax(`(select distinct u.user_id from memory.daily_usage u where ${isListed}) as used`)} as total
       from memory.daily_usage u
      where ${isListed}
      group by u.user_id
      order by sum(u.free_turns) desc, sum(u.model_calls) desc, u.user_id
      limit $1 offset $2`;
  return listPage(page, ({ limit, offset }) => db.query(text, [limit, offset, from, to, userIds]));
}

/** The user to read, and what a configuration is checked against. */
export interface ConfigFilter {
  /** Null means all. */
  readonly userIds: readonly string[] | null;
  readonly consentVersion: string;
  /** Ids of the keys that can open sealed values. */
  readonly keyIds: readonly string[];
}

const consentOf = (scope: string): string =>
  `coalesce((select k.is_granted and k.version = $4 from memory.copilot_consents k
               where k.user_id = c.user_id and k.scope = '${scope}' order by k.id desc limit 1), false)`;

/** Choices and consents of users, newest change first. Reads no sealed values. */
export function listProviderConfigs(
  db: Db,
  { userIds, consentVersion, keyIds }: ConfigFilter,
  page: Page,
): Promise<PageRows<ProviderConfig>> {
  const listed = `memory.copilot_configs c where ($3::uuid[] is null or c.user_id = any ($3::uuid[]))`;
  const text = `
     select c.user_id as "userId", c.mode, c.provider,
            case c.mode when 'byok' then c.byok_model else c.model_id end as model,
            case when c.byok_key_status <> 'none' and c.byok_key_id <> all ($5::text[]) then 'unreadable'
                 else c.byok_key_status end as "byokKeyStatus",
            ${consentOf('free')} as "freeConsent", ${consentOf('byok')} as "byokConsent",
            ${consentOf('learning')} as "learningConsent", c.updated_at as "updatedAt", ${countUpToMax(listed)} as total
       from ${listed}
      order by c.updated_at desc, c.user_id
      limit $1 offset $2`;
  return listPage(page, ({ limit, offset }) => db.query(text, [limit, offset, userIds, consentVersion, keyIds]));
}

/** Counts of what the copilot learns from all users. */
export async function countLearning(db: Db, consentVersion: string): Promise<GetLearningTotalsResponse> {
  const stage = (name: string): string => `count(*) filter (where c.stage = '${name}')::integer as ${name}`;
  const { rows } = await db.query<GetLearningTotalsResponse>(
    `select ${['observed', 'eligible', 'proposed', 'graduated', 'rejected', 'expired'].map(stage).join(', ')},
            percentile_cont(0.5) within group (order by extract(epoch from c.decided_at - c.first_seen_at) / 86400)
              filter (where c.stage = 'graduated') as "medianDaysToGraduation",
            (select count(*)::integer from (
               select distinct on (k.user_id) k.is_granted and k.version = $1 as holds from memory.copilot_consents k
                where k.scope = 'learning' order by k.user_id, k.id desc) as newest where holds) as "usersWithConsent",
            (select count(*)::integer from memory.memories m
              where m.source_type = 'copilot_learning' and m.archived_at is null) as "activeMemories",
            (select count(*)::integer from memory.memories m
              where m.source_type = 'copilot_learning' and m.archived_at is not null) as "archivedMemories"
       from memory.learning_candidates c`,
    [consentVersion],
  );
  return onlyRow(rows);
}
