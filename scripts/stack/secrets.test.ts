import { chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { readSecrets, saveSecrets } from './secrets.ts';

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'secrets-'));
});

afterEach(() => rmSync(dataDir, { recursive: true }));

test('secrets are generated once, are all different, and only their owner can read them', () => {
  const first = readSecrets(dataDir);
  saveSecrets(dataDir, first);
  const second = readSecrets(dataDir);

  const values = [
    first.postgres,
    first.signingKey,
    first.encryptionKey,
    ...Object.values(first.roles),
    ...Object.values(first.services),
  ];
  expect(second).toEqual(first);
  expect(new Set(values).size).toBe(values.length);
  expect(Buffer.from(first.signingKey, 'base64url')).toHaveLength(32);
  expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);
});

test('a new service gets its secrets, the others keep theirs', () => {
  const { roles, ...rest } = readSecrets(dataDir);
  const { deal, ...others } = roles;
  writeFileSync(join(dataDir, 'secrets.json'), JSON.stringify({ ...rest, roles: others }));

  const completed = readSecrets(dataDir);

  expect(completed.roles).toMatchObject(others);
  expect(completed.roles.deal).not.toBe(deal);
  expect(completed.services).toEqual(rest.services);
});

test('secrets are never regenerated for a database that needs the old ones', () => {
  mkdirSync(join(dataDir, 'postgres'));

  expect(() => readSecrets(dataDir)).toThrow(/secrets\.json is missing, so the database beside it cannot be opened/);
});

test.each(['{"postgres":', '{"name":"something else"}', '[]', 'null'])('%s is named, not replaced', (text) => {
  writeFileSync(join(dataDir, 'secrets.json'), text);

  expect(() => readSecrets(dataDir)).toThrow(/secrets\.json is damaged, or belongs to something else: restore it/);
});

test('an unchanged file is not written, and a changed one keeps its owner', () => {
  const file = join(dataDir, 'secrets.json');
  const secrets = readSecrets(dataDir);
  saveSecrets(dataDir, secrets);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(file, 65_534, 65_534);
  const before = statSync(file);

  saveSecrets(dataDir, readSecrets(dataDir));
  const same = statSync(file);
  saveSecrets(dataDir, { ...secrets, demo: 'changed' });
  const changed = statSync(file);

  expect([same.ino, same.mtimeMs]).toEqual([before.ino, before.mtimeMs]);
  expect(changed.ino).not.toBe(before.ino);
  expect([changed.uid, changed.gid, changed.mode]).toEqual([before.uid, before.gid, before.mode]);
});
