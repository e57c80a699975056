import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Pool } from '@svc/chassis/postgres/pool';
import { eventually } from '@svc/chassis/testing/eventually';
import { createTcpProxy, type TcpProxy } from '@svc/chassis/testing/tcp-proxy';
import { DAY_MS } from '@svc/chassis/time/durations';
import { type ClickStore, openClickStore } from '../testing/click-store.js';
import { openVisitorSalts, type VisitorSalts } from './visitor-salts.js';

const TODAY = Date.parse('2026-06-15T12:00Z');

let store: ClickStore;
let proxy: TcpProxy;
const opened: VisitorSalts[] = [];

beforeAll(async () => {
  store = await openClickStore();
  proxy = await createTcpProxy(store.databaseUrl);
});

afterEach(async () => {
  proxy.restore();
  await Promise.all(opened.splice(0).map((salts) => salts.stop()));
});

afterAll(async () => {
  await store?.stop();
  await proxy?.close();
});

async function open(pool: Pool, now = () => TODAY): Promise<VisitorSalts> {
  const salts = openVisitorSalts(pool, now);
  opened.push(salts);
  await salts.tried;
  return salts;
}

test('all processes share the salts, a different one each day', async () => {
  const [one, other] = await Promise.all([open(store.pool), open(store.openPool())]);

  expect(one.of(TODAY)).toMatch(/^[0-9a-f]{64}$/);
  expect(one.of(TODAY)).toBe(other.of(TODAY));
  expect(one.of(TODAY + DAY_MS)).toBe(other.of(TODAY + DAY_MS));
  expect(one.of(TODAY)).not.toBe(one.of(TODAY + DAY_MS));
});

test("tomorrow's salt exists before its day begins, and a distant day's salt does not", async () => {
  let now = TODAY;
  const salts = await open(store.openPool(proxy.through(store.databaseUrl)), () => now);
  proxy.cut();

  now += DAY_MS;

  expect(salts.of(now)).toMatch(/^[0-9a-f]{64}$/);
  expect(salts.of(now + DAY_MS)).toBeUndefined();
  proxy.restore();
  await eventually(() => expect(salts.of(now + DAY_MS)).toMatch(/^[0-9a-f]{64}$/));
  expect(salts.of(TODAY - DAY_MS)).toBeUndefined();
});

test('when Postgres is down at startup, clicks do not wait long, and the salts are loaded later', async () => {
  proxy.cut();

  const salts = await open(store.openPool(proxy.through(store.databaseUrl)));

  expect(salts.of(TODAY)).toBeUndefined();
  proxy.restore();
  await eventually(() => expect(salts.of(TODAY)).toBeDefined());
});
