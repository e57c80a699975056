/** Measures the memory of the running product. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Stack } from '@svc/scripts/stack/stack';
import { SERVICE_NAMES } from '@svc/topology/processes';
import { type Bench, withStack } from './measuring/bench.ts';
import { insertDeals, insertUsers, withDatabase } from './measuring/database.ts';
import { startLoad } from './measuring/load.ts';
import { printTable } from './measuring/report.ts';
import { postgresMb, residentMb } from './measuring/usage.ts';

/** Milliseconds to wait until startup garbage is collected. */
const IDLE_MS = 3_000;
const LOAD_SECONDS = 8;
const CONNECTIONS = 64;
const USERS = 1_000;

export async function benchProcesses(bench: Bench): Promise<void> {
  console.log('\nprocesses: memory');
  await withStack(bench, (stack) => measureMemory(bench, stack));
}

async function measureMemory(bench: Bench, stack: Stack): Promise<void> {
  const requests = await withDatabase(bench, stack.databaseAdminUrl, async (db) => {
    const users = await insertUsers(db, USERS);
    const dealIds = await insertDeals(db, users);
    return users.map(({ token }, index) => ({ token, path: `/api/deals/${dealIds[index]}` }));
  });
  const measure = (): number[] => [
    ...SERVICE_NAMES.map((name) => residentMb(stack.pid(name) ?? 0)),
    postgresMb(bench.dataDir),
  ];
  await sleep(IDLE_MS, undefined, { signal: bench.signal });
  const idle = measure();

  const load = await startLoad(bench);
  const url = stack.gatewayUrl.replace('localhost', '127.0.0.1');
  const loaded = load.run({ url, connections: CONNECTIONS, seconds: LOAD_SECONDS, requests });
  await Promise.race([loaded, sleep(LOAD_SECONDS * 1_000 - 500)]);
  const busy = measure();
  await loaded;
  await load.stop();

  const names = [...SERVICE_NAMES, 'postgres'];
  printTable(
    ['megabytes', 'idle', `${CONNECTIONS} connections reading`],
    [...names, 'all'].map((name, index) => [name, idle[index] ?? sum(idle), busy[index] ?? sum(busy)]),
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
