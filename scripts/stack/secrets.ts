import { randomBytes, randomUUID } from 'node:crypto';
import { chownSync, existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  DATABASE_SERVICE_NAMES,
  type DatabaseServiceName,
  type Process,
  PROCESS_NAMES,
  PROCESSES,
  type ProcessName,
  recordOf,
} from '@svc/topology/processes';

/** Processes that authenticate to identity. */
const SECRET_HOLDERS = PROCESS_NAMES.filter((name) => (PROCESSES[name] as Process).settings.includes('SERVICE_SECRET'));

/** All generated secrets of this installation, stored in `secrets.json` of the data folder. */
export interface Secrets {
  /** The installation's id, used to claim its databases. */
  installationId: string;
  /** Password of the embedded Postgres administrator. */
  postgres: string;
  /** Password of each service's database role. */
  roles: Record<DatabaseServiceName, string>;
  /** Each process's secret for authenticating to identity. */
  services: Partial<Record<ProcessName, string>>;
  /** Key that encrypts identity's signing keys: 32 bytes, base64url. */
  signingKey: string;
  /** Key that encrypts users' secrets for copilot: 32 bytes, base64url. */
  encryptionKey: string;
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

/** Reads the secrets of a data folder and generates missing ones; `saveSecrets` stores them. */
export function readSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json');
  const isNew = !existsSync(file);
  if (isNew && existsSync(join(dataDir, 'postgres'))) {
    throw new Error(
      `${file} is missing, so the database beside it cannot be opened: restore it, take over the database ` +
        `with npm run claim-database, or move ${dataDir} away.`,
    );
  }
  return completeSecrets(isNew ? {} : parseSecrets(file));
}

/** Generates missing secrets. */
export function completeSecrets(known: Partial<Secrets>): Secrets {
  return {
    ...known,
    installationId: known.installationId ?? randomUUID(),
    postgres: known.postgres ?? makeSecret(),
    roles: recordOf(DATABASE_SERVICE_NAMES, (name) => known.roles?.[name] ?? makeSecret()),
    services: recordOf(SECRET_HOLDERS, (name) => known.services?.[name] ?? makeSecret()),
    signingKey: known.signingKey ?? makeSecret(),
    encryptionKey: known.encryptionKey ?? makeSecret(),
  };
}

/** Replaces the file atomically when it changes. Only its owner, who stays the same, can read it. */
export function saveSecrets(dataDir: string, secrets: Secrets): void {
  const file = join(dataDir, 'secrets.json');
  const text = `${JSON.stringify(secrets, null, 2)}\n`;
  const before = statSync(file, { throwIfNoEntry: false });
  if (before && readFileSync(file, 'utf8') === text) return;
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  if (before && process.getuid?.() === 0) chownSync(`${file}.new`, before.uid, before.gid);
  renameSync(`${file}.new`, file);
}

function parseSecrets(file: string): Partial<Secrets> {
  const text = readSecretsFile(file);
  try {
    const secrets = JSON.parse(text) as Partial<Secrets>;
    // Every version writes these fields; a file without them is foreign.
    if (typeof secrets.postgres === 'string' && typeof secrets.roles === 'object') return secrets;
    throw new TypeError('It has neither the password of a database nor those of roles.');
  } catch (cause) {
    throw new Error(
      `${file} is damaged, or belongs to something else: restore it from a copy, or move the whole folder away to start over.`,
      { cause },
    );
  }
}

function readSecretsFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const isForbidden = (cause as NodeJS.ErrnoException).code === 'EACCES';
    const remedy = isForbidden
      ? 'it belongs to another user: run the command as that user, or give the folder to yourself (chown -R)'
      : 'restore it from a copy, or move the whole folder away to start over';
    throw new Error(`${file} cannot be read: ${remedy}.`, { cause });
  }
}
