import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '../testing/eventually.js';
import { createServiceDatabase, type ServiceDatabase, silentLog } from '../testing/service-database.js';
import { createTcpProxy } from '../testing/tcp-proxy.js';
import { listenTo } from './listen.js';
import { createPool, type Pool } from './pool.js';
import { inTransaction } from './transaction.js';

let database: ServiceDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createServiceDatabase();
  pool = createPool({ connectionString: database.url, max: 2, applicationName: 'test', log: silentLog });
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** Listens to its own channel through a proxy, and waits until it is connected. */
async function startListening(channel: string) {
  const proxy = await createTcpProxy(database.url);
  const heard: string[] = [];
  const disconnected: boolean[] = [];
  const listening = listenTo({
    connectionString: proxy.through(database.url),
    channel,
    onMessage: (payload) => heard.push(payload),
    onDisconnected: (isDisconnected) => disconnected.push(isDisconnected),
    log: silentLog,
  });
  await eventually(() => expect(disconnected).toEqual([false]));
  const stop = async (): Promise<void> => {
    await listening.stop();
    await proxy.close();
  };
  return { proxy, heard, disconnected, stop };
}

const notify = (channel: string, payload: string) => pool.query(`select pg_notify($1, $2)`, [channel, payload]);

test('messages of other connections arrive after their commit, and never after a rollback', async () => {
  const { heard, stop } = await startListening('Channel one');
  const failing = inTransaction(pool, async (tx) => {
    await tx.query(`select pg_notify('Channel one', 'rolled back')`);
    throw new Error('on purpose');
  });
  await expect(failing).rejects.toThrow('on purpose');

  await notify('Channel one', 'committed');

  await eventually(() => expect(heard).toEqual(['committed']));
  await stop();
});

test('a lost connection is reported at once, and restored as soon as the server is back', async () => {
  const { proxy, heard, disconnected, stop } = await startListening('two');

  proxy.cut();
  await eventually(() => expect(disconnected).toContain(true));
  await notify('two', 'missed');
  proxy.restore();
  await eventually(() => expect(disconnected.at(-1)).toBe(false));
  await notify('two', 'heard again');

  await eventually(() => expect(heard).toEqual(['heard again']));
  await stop();
});

test('a server that goes silent without closing the connection counts as lost', async () => {
  const { proxy, disconnected, stop } = await startListening('three');

  proxy.silence();

  await eventually(() => expect(disconnected.at(-1)).toBe(true));
  await stop();
});
