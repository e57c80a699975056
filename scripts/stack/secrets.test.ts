import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { loadSecrets } from './secrets.ts';

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'secrets-'));
});

afterEach(() => rmSync(dataDir, { recursive: true }));

test('secrets are made up once, are all different, and only their owner can read them', () => {
  const first = loadSecrets(dataDir);
  const second = loadSecrets(dataDir);

  const values = [first.postgres, first.signingKey, ...Object.values(first.roles), ...Object.values(first.services)];
  expect(second).toEqual(first);
  expect(new Set(values).size).toBe(values.length);
  expect(Buffer.from(first.signingKey, 'base64url')).toHaveLength(32);
  expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);
});

test('a service that is new gets its secrets, the others keep theirs', () => {
  const { roles, ...rest } = loadSecrets(dataDir);
  const { deal, ...others } = roles;
  writeFileSync(join(dataDir, 'secrets.json'), JSON.stringify({ ...rest, roles: others }));

  const completed = loadSecrets(dataDir);

  expect(completed.roles).toMatchObject(others);
  expect(completed.roles.deal).not.toBe(deal);
  expect(completed.services).toEqual(rest.services);
});

test('secrets are never made up anew beside a database that needs the old ones', () => {
  mkdirSync(join(dataDir, 'postgres'));

  expect(() => loadSecrets(dataDir)).toThrow(/secrets\.json is missing, so the database beside it cannot be opened/);
});

test('a damaged file is named, not replaced', () => {
  writeFileSync(join(dataDir, 'secrets.json'), '{"postgres":');

  expect(() => loadSecrets(dataDir)).toThrow(/secrets\.json cannot be read/);
});
