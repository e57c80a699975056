import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { context, ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api';
import { recordSpans } from '../testing/recorded-spans.js';
import { createServiceDatabase, type ServiceDatabase, silentLog } from '../testing/service-database.js';
import { createPool, type Pool } from './pool.js';
import { inTransaction } from './transaction.js';

const { spans, stop } = recordSpans();
let database: ServiceDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createServiceDatabase();
  pool = createPool({ connectionString: database.url, max: 2, applicationName: 'notes', log: silentLog });
});

beforeEach(() => void spans.splice(0));

afterAll(async () => {
  await pool?.end();
  await database?.drop();
  stop();
});

function inTrace<T>(work: () => Promise<T>): Promise<T> {
  const root = trace.getTracer('tests').startSpan('root');
  spans.splice(0);
  return context.with(trace.setSpan(ROOT_CONTEXT, root), work);
}

test('each statement in a trace is a client span with its text and never its values', async () => {
  await inTrace(() => inTransaction(pool, (tx) => tx.query(`select $1::text as secret`, ['hunter2'])));

  expect(spans.map(({ name, kind, hasEnded }) => ({ name, kind, hasEnded }))).toEqual(
    ['BEGIN notes', 'SELECT notes', 'COMMIT notes'].map((name) => ({ name, kind: SpanKind.CLIENT, hasEnded: true })),
  );
  expect(spans[1]?.attributes).toEqual({
    'db.system.name': 'postgresql',
    'db.query.text': 'select $1::text as secret',
  });
});

test('a failed statement has its error code', async () => {
  await expect(inTrace(() => pool.query(`select $1::uuid`, ['hunter2']))).rejects.toMatchObject({ code: '22P02' });

  expect(spans[0]).toMatchObject({ attributes: { 'db.response.status_code': '22P02' }, hasEnded: true });
  expect(JSON.stringify(spans)).not.toContain('hunter2');
});

test('a statement outside of any trace, as in a background loop, starts none', async () => {
  await pool.query(`select 1`);

  expect(spans).toEqual([]);
});
