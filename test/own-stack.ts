/** A stack for one test file: all processes on their own database. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@svc/chassis/testing/test-database';
import { completeSecrets } from '@svc/scripts/stack/secrets';
import { type Stack, type StackOptions, startStack } from '@svc/scripts/stack/stack';
import { DATABASE_SERVICE_NAMES, type DatabaseServiceName, type PROCESSES, recordOf } from '@svc/topology/processes';
import { ADMIN, createClients, type StackClients } from './stack.ts';

/** Why a file does not use the shared stack. */
export type Reason =
  /** It is the shared stack itself. */
  | 'shared'
  /** Stops, kills or freezes processes. */
  | 'kills'
  /** Needs settings that other files do not. */
  | 'settings';

/** Services that the main job can do without. */
type DispensableName = {
  [Name in DatabaseServiceName]: (typeof PROCESSES)[Name]['need'] extends 'degraded' ? Name : never;
}[DatabaseServiceName];

export interface OwnStack extends Stack, StackClients {
  /** Lines that `npm start` would have printed. */
  readonly lines: readonly string[];
}

export interface OwnStackOptions extends Pick<StackOptions, 'environment' | 'serviceEnvironment' | 'hostOf' | 'root'> {
  /** Services that the file never calls; leaving them out saves a second of CPU each. */
  readonly without?: readonly DispensableName[];
  /** Starts a Postgres for this stack alone instead of creating a database on the shared one. */
  readonly ownPostgres?: boolean;
  /** Puts a proxy between the services and the database: takes the connection string and returns the one to use. */
  readonly throughProxy?: (databaseAdminUrl: string) => Promise<string>;
  /** Called with a line when a process ends unexpectedly. */
  readonly onTrouble?: (line: string) => void;
}

/** Starts a stack. Call `stop` in `afterAll`: it also removes the database and the files. */
export async function startOwnStack(_reason: Reason, options: OwnStackOptions = {}): Promise<OwnStack> {
  const { environment, serviceEnvironment, hostOf, root, without, throughProxy, onTrouble } = options;
  const database = options.ownPostgres ? undefined : await createTestDatabase();
  // Postgres roles are per server, so all stacks of a run share them.
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

/** Excludes the settings of an installation on this machine and those of the test runner. */
function baseEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  // Tests call as fast as they can, so calls are not limited.
  return {
    PATH,
    HOME,
    TMPDIR,
    SVC_SESSION_CALLS_PER_MINUTE: '0',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  };
}
