/** Fixtures for the copilot's benches: people with a long conversation, a model server, and a reader process. */
import { join } from 'node:path';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { Stack, StackOptions } from '@svc/scripts/stack/stack';
import { startTestRedis } from '../../stores/redis.ts';
import { type Bench, benchEnvironment } from '../measuring/bench.ts';
import { type Child, startChild } from '../measuring/child.ts';
import { insertDeals, insertUsers, type User, withDatabase } from '../measuring/database.ts';
import type { ModelQuestion } from './copilot-model.ts';
import type { ReadOptions, ReadStream, StreamAsk } from './copilot-reader.ts';

/** Messages in a conversation before the measurement. */
const MESSAGES = 50;
const CONSENT = '2026-01';

/** A user who has consented, with a conversation and a deal. */
export interface Talker extends User {
  readonly conversationId: string;
  readonly dealId: string;
}

export interface BenchModel {
  readonly url: string;
  /** Number of open answers. */
  countOpen(): Promise<number>;
  /** The body of the last request. */
  lastBody(): Promise<string>;
}

export async function startBenchModel(bench: Bench): Promise<BenchModel> {
  const child = await startChild(bench, 'copilot/copilot-model.ts');
  const ask = <Answer>(question: ModelQuestion): Promise<Answer> => child.ask<Answer>(question);
  return {
    url: `http://127.0.0.1:${String(child.ready)}/v1`,
    countOpen: () => ask<number>('open'),
    lastBody: () => ask<string>('body'),
  };
}

/** Options for a product whose copilot uses this model, and Redis if available. */
export async function copilotStack(
  bench: Bench,
  { url }: BenchModel,
): Promise<Required<Pick<StackOptions, 'dataDir' | 'environment'>>> {
  await startTestRedis(bench.dataDir);
  const { TEST_REDIS_URL } = process.env;
  const models = [{ id: 'bench', contextTokens: 131_072, supportsTools: true }];
  return {
    // Redis has its files in the bench's folder.
    dataDir: join(bench.dataDir, 'copilot'),
    environment: {
      ...benchEnvironment(),
      COPILOT_FREE_POOL_JSON: JSON.stringify([{ id: 'bench', baseUrl: url, models }]),
      ...(TEST_REDIS_URL !== undefined && { REDIS_URL: TEST_REDIS_URL }),
    },
  };
}

/** Adds people directly in the database, because the API limits each to twenty messages a minute. */
export async function insertTalkers(bench: Bench, stack: Stack, count: number): Promise<Talker[]> {
  return withDatabase(bench, stack.databaseAdminUrl, async (db) => {
    const users = await insertUsers(db, count);
    const dealIds = await insertDeals(db, users);
    const conversationIds = await insertConversations(
      db,
      users.map(({ userId }) => userId),
    );
    return users.map((user, index) => ({
      ...user,
      conversationId: conversationIds[index] ?? '',
      dealId: dealIds[index] ?? '',
    }));
  });
}

async function insertConversations(db: Pool, userIds: readonly string[]): Promise<string[]> {
  await db.query(
    `insert into memory.copilot_consents (id, user_id, scope, version, is_granted)
     select uuidv7(), o.id, 'free', $2, true from unnest($1::uuid[]) as o (id)`,
    [userIds, CONSENT],
  );
  const { rows } = await db.query<{ id: string }>(
    `insert into memory.conversations (id, owner_id, title, last_seq)
     select uuidv7(), o.id, 'Spring launch', $2 from unnest($1::uuid[]) with ordinality as o (id, n) order by o.n
  returning id`,
    [userIds, MESSAGES],
  );
  const ids = rows.map(({ id }) => id);
  await db.query(
    `with begun as (
       insert into memory.turns (id, conversation_id, owner_id, status, billing, day, asked_seq, started_at, ended_at)
       select uuidv7(), c.id, c.owner_id, 'completed', 'free', current_date - 1, n * 2 - 1, now() - interval '1 day', now()
         from memory.conversations c, generate_series(1, $2::int / 2) as n
        where c.id = any ($1::uuid[])
    returning id, conversation_id, asked_seq)
     insert into memory.messages (id, conversation_id, turn_id, seq, role, parts)
     select uuidv7(), t.conversation_id, t.id, t.asked_seq + place, (array['user', 'assistant'])[place + 1],
            jsonb_build_array(jsonb_build_object('type', 'text', 'text', repeat('What the spring launch needs. ', 7)))
       from begun t, generate_series(0, 1) as place`,
    [ids, MESSAGES],
  );
  for (const table of ['copilot_consents', 'conversations', 'turns', 'messages'])
    await db.query(`vacuum analyze memory.${table}`);
  return ids;
}

/** A message of a user in their conversation. */
export function messageOf({ gatewayUrl }: Stack, { conversationId, token }: Talker, text: string): StreamAsk {
  const url = `${gatewayUrl.replace('localhost', '127.0.0.1')}/api/copilot/conversations/${conversationId}/messages`;
  return { url, token, body: JSON.stringify({ text }) };
}

/** Reads answers in a separate process. */
export interface Reader {
  readonly read: (options: ReadOptions) => Promise<ReadStream[]>;
  readonly stop: Child['stop'];
}

export async function startReader(bench: Bench): Promise<Reader> {
  const child = await startChild(bench, 'copilot/copilot-reader.ts');
  return { read: (options) => child.ask<ReadStream[]>(options), stop: child.stop };
}

/** Returns the answers, or throws if any of them is incomplete. */
export function wholeOnes(streams: readonly ReadStream[]): readonly ReadStream[] {
  const broken = streams.find(({ status, isWhole }) => status !== 200 || !isWhole);
  if (broken)
    throw new Error(`An answer was incomplete: ${JSON.stringify({ ...broken, lateMs: broken.lateMs.length })}`);
  return streams;
}
