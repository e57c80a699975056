import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Pool } from '@svc/chassis/postgres/pool';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import { eventually } from '@svc/chassis/testing/eventually';
import { silentLog } from '@svc/chassis/testing/service-database';
import { createTestDatabase, type TestDatabase } from '@svc/chassis/testing/test-database';
import { Client } from 'pg';
import { type CopilotService, startCopilot } from '../../testing/copilot-service.js';
import { LiveTurn } from '../live-turn.js';
import { createMessageWriter, type MessageWriter } from './message-writer.js';

let database: TestDatabase;
let copilot: CopilotService;
let pool: Pool;
let kept: MessageWriter | undefined;

beforeAll(async () => {
  database = await createTestDatabase();
  copilot = await startCopilot({ database });
  ({ pool } = copilot);
});

afterEach(async () => {
  await kept?.stop();
  kept = undefined;
});

afterAll(async () => {
  await copilot?.stop();
  await database?.drop();
});

/** Running turns, each with a message grown to a text. */
async function growing(...texts: readonly string[]): Promise<LiveTurn[]> {
  const rows = await pool.list<{ id: string }>(
    `with begun as (
       insert into memory.conversations (id, owner_id) select gen_random_uuid(), $1 from generate_series(1, $2) returning id, owner_id),
     asked as (
       insert into memory.turns (id, conversation_id, owner_id, billing, day, asked_seq, session_id)
       select gen_random_uuid(), id, owner_id, 'free', current_date, 1, gen_random_uuid() from begun returning id, conversation_id)
     insert into memory.messages (id, conversation_id, turn_id, seq, role, parts)
     select gen_random_uuid(), conversation_id, id, 2, 'assistant', '[]' from asked returning turn_id as id`,
    [randomUUID(), texts.length],
  );
  return rows.map(({ id }, at) => {
    const turn = new LiveTurn(id, randomUUID());
    turn.add({ kind: 'text', delta: texts[at] ?? '' });
    return turn;
  });
}

/** The stored text of turns. */
async function storedOf(turns: readonly LiveTurn[]): Promise<(string | undefined)[]> {
  const rows = await pool.list<{ id: string; text: string | null }>(
    `select turn_id as id, parts -> 0 ->> 'text' as text from memory.messages where turn_id = any ($1::uuid[])`,
    [turns.map(({ turnId }) => turnId)],
  );
  return turns.map(({ turnId }) => rows.find(({ id }) => id === turnId)?.text ?? undefined);
}

function keep(turns: readonly LiveTurn[]): (() => Promise<void>)[] {
  const keeping = createMessageWriter(pool, 20, silentLog);
  kept = keeping;
  return turns.map((turn) => keeping.add(turn));
}

test('two hundred messages are stored in a few statements, and again as they grow', async () => {
  const texts = Array.from({ length: 200 }, (_, at) => `${at} `.padEnd(4_000, 'x'));
  const turns = await growing(...texts);
  const before = pool.statementCount();

  keep(turns);

  await eventually(async () => expect(await storedOf(turns)).toEqual(texts));
  expect(pool.statementCount() - before).toBeLessThan(100);
  turns[0]?.add({ kind: 'text', delta: 'more' });
  await eventually(async () => expect((await storedOf(turns))[0]).toBe(`${texts[0]}more`));
});

test('a message that another transaction is changing is stored later, and the others do not wait for it', async () => {
  const turns = await growing('One', 'Two');
  await inTransaction(pool, async (tx) => {
    await tx.query('select from memory.messages where turn_id = $1 for update', [turns[0]?.turnId]);
    keep(turns);
    await eventually(async () => expect(await storedOf(turns)).toEqual([undefined, 'Two']));
  });

  await eventually(async () => expect(await storedOf(turns)).toEqual(['One', 'Two']));
});

test('a message that cannot be stored does not hold up the others', async () => {
  const admin = new Client({ connectionString: database.adminUrl });
  await admin.connect();
  await admin.query(`alter table memory.messages add constraint no_refused check (parts::text not like '%Refused%')`);
  await admin.end();
  const turns = await growing('One', 'Refused', 'Three');

  keep(turns);

  await eventually(async () => expect(await storedOf(turns)).toEqual(['One', undefined, 'Three']));
});

test('releasing a turn waits for its writes in progress, and no more follow', async () => {
  const turns = await growing('One', 'Two');
  const [leave] = keep(turns);
  await eventually(async () => expect(await storedOf(turns)).toEqual(['One', 'Two']));

  await leave?.();
  for (const turn of turns) turn.add({ kind: 'text', delta: ' and more' });

  await eventually(async () => expect((await storedOf(turns))[1]).toBe('Two and more'));
  expect((await storedOf(turns))[0]).toBe('One');
});
