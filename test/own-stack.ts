/** A stack for one test file: all processes on a database of its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@svc/chassis/testing/test-database';
import { completeSecrets } from '@svc/scripts/stack/secrets';
import { startStack, type Stack, type StackOptions } from '@svc/scripts/stack/stack';
import { DATABASE_SERVICE_NAMES, recordOf, type DatabaseServiceName, type PROCESSES } from '@svc/topology/processes';
import { ADMIN, createClients, type StackClients } from './stack.ts';

/** Why a file does not use the stack that all share. */
export type Reason =
  /** It is the one that all share. */
  | 'shared'
  /** Stops, kills or freezes processes. */
  | 'kills'
  /** Needs settings that the others do not have. */
  | 'settings';

/** Those without which the main job goes on. */
type DispensableName = {
  [Name in DatabaseServiceName]: (typeof PROCESSES)[Name]['need'] extends 'degraded' ? Name : never;
}[DatabaseServiceName];

export interface OwnStack extends Stack, StackClients {
  /** What the console of `npm start` would have shown. */
  readonly lines: readonly string[];
}

export interface OwnStackOptions extends Pick<StackOptions, 'environment' | 'serviceEnvironment' | 'hostOf' | 'root'> {
  /** Services that the file never asks, so that each costs it no second of the processor. */
  readonly without?: readonly DispensableName[];
  /** Starts a Postgres for this stack alone, in place of a database on the one that all tests share. */
  readonly ownPostgres?: boolean;
  /** Puts something between the services and the database: gets the connection string and answers the one to use. */
  readonly throughProxy?: (databaseAdminUrl: string) => Promise<string>;
  /** Gets a line when a process has ended without having been told to. */
  readonly onTrouble?: (line: string) => void;
}

/** Starts a stack. `stop` in `afterAll` takes it away again with its database and files. */
export async function startOwnStack(_reason: Reason, options: OwnStackOptions = {}): Promise<OwnStack> {
  const { environment, serviceEnvironment, hostOf, root, without, throughProxy, onTrouble } = options;
  const database = options.ownPostgres ? undefined : await createTestDatabase();
  // Roles belong to the server, not to a database: all stacks of a run share theirs.
  const roles = recordOf(DATABASE_SERVICE_NAMES, () => process.env.TEST_SERVICE_PASSWORD ?? '');
  const dataDir = mkdtempSync(join(process.env.TEST_RUN_FOLDER ?? tmpdir(), 'stack-'));
  const lines: string[] = [];
  const removeData = async (): Promise<void> => {
    await database?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const stack = await startStack({
      dataDir,
      root,
      without,
      secrets: completeSecrets({ roles }),
      databaseAdminUrl: database && ((await throughProxy?.(database.adminUrl)) ?? database.adminUrl),
      environment: { ...baseEnvironment(), ...environment },
      serviceEnvironment,
      sourceMaps: false,
      ...(hostOf === undefined ? {} : { hostOf }),
      say: (line) => {
        lines.push(line);
        onTrouble?.(line);
      },
    });
    const stop = async (): Promise<void> => {
      await stack.stop();
      await removeData();
    };
    return { ...stack, ...createClients(stack.gatewayUrl), lines, stop };
  } catch (error) {
    await removeData();
    throw error;
  }
}

/** Nothing of what the machine has set for an installation of its own, and nothing that the test runner has set for itself. */
function baseEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  // Tests call as fast as they can.
  return {
    PATH,
    HOME,
    TMPDIR,
    SVC_SESSION_CALLS_PER_MINUTE: '0',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  };
}
