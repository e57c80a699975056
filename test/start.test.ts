/** @lane waiting */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { callApi, canSignIn } from '@svc/scripts/stack/http';
import { findFreePort } from '@svc/scripts/stack/ports';
import { commandOf } from '@svc/scripts/stack/processes';
import { SERVICE_NAMES } from '@svc/topology/processes';
import { runStart, type StartCommand, stillRunning } from './start-command.ts';

const READY = 'Ctrl-C stops everything';
const ADMIN = 'admin@localhost.localdomain';

const makeFolder = (): string => mkdtempSync(join(process.env.TEST_RUN_FOLDER ?? tmpdir(), 'start-'));

/** Output and leftovers of the first start on an empty data folder, after it was stopped again. */
interface FirstStart {
  readonly dataDir: string;
  readonly output: string;
  readonly password: string;
  readonly couldSignIn: boolean;
  readonly shortenerUrl: string;
  readonly landingStatus: number;
  readonly processes: readonly number[];
  readonly exitCode: number | NodeJS.Signals | null;
}

async function startFirst(): Promise<FirstStart> {
  const dataDir = makeFolder();
  const [port, shortenerPort] = [await findFreePort(), await findFreePort()];
  const command = runStart({ PORT: String(port), SHORTENER_PORT: String(shortenerPort), DATA_DIR: dataDir });
  await command.waitFor(READY);
  const password = /admin@localhost\.localdomain {2}(\S+)/.exec(command.output())?.[1] ?? '';
  const shortenerUrl = `http://localhost:${shortenerPort}`;
  return {
    dataDir,
    output: command.output(),
    password,
    shortenerUrl,
    couldSignIn: await canSignIn(`http://localhost:${port}`, ADMIN, password),
    landingStatus: (await fetch(shortenerUrl)).status,
    processes: [command.pid, ...command.descendants()],
    exitCode: await command.end('SIGTERM'),
  };
}

describe('npm start', () => {
  let first: FirstStart;
  let dataDir: string;
  let port: number;
  let shortenerPort: number;
  let commands: StartCommand[];

  beforeAll(async () => {
    first = await startFirst();
  });

  afterAll(() => rmSync(first.dataDir, { recursive: true, force: true }));

  beforeEach(async () => {
    dataDir = makeFolder();
    port = await findFreePort();
    shortenerPort = await findFreePort();
    commands = [];
  });

  /** Copies the used data folder, which spares a test from creating a cluster and all schemas. */
  function copyDataOfFirst(folder: string): void {
    execFileSync('cp', ['-a', `${first.dataDir}/.`, folder]);
  }

  afterEach(async () => {
    for (const command of commands) await command.end('SIGTERM');
    rmSync(dataDir, { recursive: true, force: true });
  });

  function start(environment: NodeJS.ProcessEnv = {}, args: readonly string[] = []): StartCommand {
    const command = runStart(
      { PORT: String(port), SHORTENER_PORT: String(shortenerPort), DATA_DIR: dataDir, ...environment },
      args,
    );
    commands.push(command);
    return command;
  }

  /** Starts on existing data. */
  async function startReady(args?: readonly string[]): Promise<StartCommand> {
    if (!existsSync(join(dataDir, 'secrets.json'))) copyDataOfFirst(dataDir);
    const command = start({}, args);
    await command.waitFor(READY);
    return command;
  }

  test.each(['PORT', 'SHORTENER_PORT'])(
    'a taken %s gives one sentence that names it, and exit code 1',
    async (setting) => {
      const server = createServer();
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const taken = (server.address() as AddressInfo).port;

      const command = start({ [setting]: String(taken) });
      const exitCode = await command.ended;
      server.close();

      expect(command.output()).toBe(
        `Port ${taken} is in use: stop what listens there, or set ${setting} to another port.\n`,
      );
      expect(exitCode).toBe(1);
    },
  );

  test.each([
    [{ PORT: 'http' }, 'PORT must be a number from 1 to 65535, not "http".\n'],
    [{ SHORTENER_PORT: '0' }, 'SHORTENER_PORT must be a number from 1 to 65535, not "0".\n'],
    [{ PG_POOL_MAX: 'many' }, 'PG_POOL_MAX must be a whole number from 1 to 100, not "many".\n'],
    [{ ADMIN_EMAIL: 'me@example.test' }, 'Set both ADMIN_EMAIL and ADMIN_PASSWORD, or neither.\n'],
    [
      { DATA_DIR: '/dev/null/data' },
      expect.stringMatching(
        /^The data folder \/dev\/null\/data cannot be made, as something above it is a file: .*\n$/,
      ),
    ],
    [
      { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
      'The database at 127.0.0.1:1 cannot be prepared: connect ECONNREFUSED 127.0.0.1:1.\n',
    ],
  ])('%j gives one sentence and exit code 1', async (environment, sentence) => {
    const command = start(environment);

    expect(await command.ended).toBe(1);
    expect(command.output()).toEqual(sentence);
  });

  /** Configured parts that do not answer; READINESS_CHECK_MEMORYDB requires one that is not configured. */
  const MISSING_PARTS = {
    REDIS_URL: 'redis://127.0.0.1:1',
    S3_ENDPOINT: 'http://127.0.0.1:1',
    S3_ACCESS_KEY: 'a',
    S3_SECRET_KEY: 'b',
    SMTP_URL: 'smtp://127.0.0.1:1',
    READINESS_CHECK_MEMORYDB: 'true',
  };

  describe('on data of an earlier start, with unreachable parts', () => {
    let running: StartCommand;
    let usedDir: string;
    let usedPort: number;

    beforeAll(async () => {
      usedDir = makeFolder();
      copyDataOfFirst(usedDir);
      const [gatewayPort, linksPort] = [await findFreePort(), await findFreePort()];
      usedPort = gatewayPort;
      const addresses = { PORT: String(gatewayPort), SHORTENER_PORT: String(linksPort), DATA_DIR: usedDir };
      running = runStart({ ...addresses, ...MISSING_PARTS });
      await running.waitFor(READY);
    });

    afterAll(async () => {
      await running?.end('SIGTERM');
      rmSync(usedDir, { recursive: true, force: true });
    });

    test('shows the administrator only on the first start, leaves no process after SIGTERM, and keeps the data', async () => {
      // A killed database takes its helper processes down a moment later.
      await eventually(() => expect(stillRunning(first.processes)).toEqual([]));
      const couldSignIn = await canSignIn(`http://localhost:${usedPort}`, ADMIN, first.password);

      expect(first).toMatchObject({ couldSignIn: true, landingStatus: 200, exitCode: 0 });
      expect(first.output).toContain(`Short links  ${first.shortenerUrl}`);
      expect(first.processes.length).toBeGreaterThan(5);
      expect(couldSignIn).toBe(true);
      expect(running.output()).not.toContain(first.password);
      expect(statSync(join(first.dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);
    });

    test('reports unreachable parts at the start and in readiness, and starts without them', async () => {
      const answer = await callApi<object>(`http://localhost:${usedPort}`, 'GET', '/api/readiness');
      const { status } = await signUp('works@example.test', usedPort);

      expect(running.output()).toContain(
        'Readiness will answer 503: a memory database is required, and MEMORY_DATABASE_URL is not set.\n',
      );
      for (const setting of ['REDIS_URL', 'S3_ENDPOINT', 'SMTP_URL']) {
        expect(running.output()).toMatch(new RegExp(`^  .* \\(${setting}\\) does not answer: .*\\.$`, 'm'));
      }
      const degraded = { status: 'degraded', reason: expect.any(String) };
      expect(answer).toMatchObject({
        status: 503,
        body: {
          status: 'failing',
          checks: {
            redis: degraded,
            objects: degraded,
            mail: degraded,
            memory: { status: 'failing' },
            deal: { status: 'ok' },
          },
        },
      });
      expect(status).toBe(201);
    });

    test('refuses a second start on the same data folder while this one runs', async () => {
      const second = start({ DATA_DIR: usedDir });

      expect(await second.ended).toBe(1);
      expect(second.output()).toBe(
        `Process ${running.pid} already runs on the data folder ${usedDir}: stop it first, or set DATA_DIR.\n`,
      );
    });

    test('restarts the embedded Postgres after a kill, with every acknowledged write', async () => {
      const { status } = await signUp('kept@example.test', usedPort);
      const postmaster = Number(readFileSync(join(usedDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);

      process.kill(postmaster, 'SIGKILL');
      await running.waitFor('postgres ended (SIGKILL) and restarts in 0.2 s');
      await running.waitFor('postgres is back after');

      expect(status).toBe(201);
      await eventually(async () => expect((await signUp('kept@example.test', usedPort)).status).toBe(409));
    });
  });

  test('after kill -9 all processes end, and the next start has the data and the sample data only once', async () => {
    const killed = await startReady(['--demo']);
    const { status } = await signUp('kept@example.test');
    const services = killed
      .descendants()
      .filter((pid) => SERVICE_NAMES.some((name) => commandOf(pid).endsWith(`dist/${name}.js`)));
    await killed.end('SIGKILL');
    await eventually(() => expect(stillRunning(services)).toEqual([]));
    await eventually(() => expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false));

    const next = await startReady(['--demo']);

    expect(services).toHaveLength(SERVICE_NAMES.length);
    expect(status).toBe(201);
    expect((await signUp('kept@example.test')).status).toBe(409);
    const shown = /sample data \((.*)\):\n {2}(\S+) {2}(\S+)/.exec(killed.output());
    expect(shown?.[1]).toMatch(/^9 deals, [1-9]\d* views to check today, a team with 7 shared records$/);
    expect(next.output()).toContain(shown?.[0]);
  });

  function signUp(email: string, gatewayPort = port) {
    const body = { email, password: 'correct horse battery', name: 'A Person' };
    return callApi(`http://localhost:${gatewayPort}`, 'POST', '/api/auth/signup', { body });
  }
});
