import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE_SERVICES, perService, SERVICES, type DatabaseServiceName, type ServiceName } from './service-list.ts';

/** Everything secret that this installation has made up for itself, kept in `secrets.json` of the data folder. */
export interface Secrets {
  /** Password of the embedded Postgres administrator. */
  postgres: string;
  /** Password of each service's database role. */
  roles: Record<DatabaseServiceName, string>;
  /** What each process proves itself to identity with. */
  services: Record<ServiceName, string>;
  /** Key that encrypts identity's signing keys: 32 bytes, base64url. */
  signingKey: string;
  /** Password of the first administrator, kept only until it has been shown. */
  firstAdmin?: string;
  /** Password of the account with the sample data. */
  demo?: string;
}

/** 32 random bytes as 43 characters that need no quoting in URLs, JSON or shells. */
function makeSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** A password that people can type from the screen: 20 characters. */
export function makePassword(): string {
  return randomBytes(15).toString('base64url');
}

/** Reads the secrets of a data folder and makes up those that are missing. */
export function loadSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json');
  const isNew = !existsSync(file);
  if (isNew && existsSync(join(dataDir, 'postgres'))) {
    throw new Error(
      `${file} is missing, so the database beside it cannot be opened: put it back, or move ${dataDir} away.`,
    );
  }
  const secrets = completeSecrets(isNew ? {} : parseSecrets(file));
  saveSecrets(dataDir, secrets);
  return secrets;
}

/** Makes up what is missing. */
export function completeSecrets(known: Partial<Secrets>): Secrets {
  return {
    ...known,
    postgres: known.postgres ?? makeSecret(),
    roles: perService(DATABASE_SERVICES, (name) => known.roles?.[name] ?? makeSecret()),
    services: perService(SERVICES, (name) => known.services?.[name] ?? makeSecret()),
    signingKey: known.signingKey ?? makeSecret(),
  };
}

/** Replaces the file in one step, readable by its owner alone. */
export function saveSecrets(dataDir: string, secrets: Secrets): void {
  const file = join(dataDir, 'secrets.json');
  writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

function parseSecrets(file: string): Partial<Secrets> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>;
  } catch (cause) {
    throw new Error(`${file} cannot be read: restore it from a copy, or move the whole folder away to begin anew.`, {
      cause,
    });
  }
}
