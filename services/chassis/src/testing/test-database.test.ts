import { afterEach, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { createTestDatabase } from './test-database.js';

const template = process.env.TEST_TEMPLATE_DATABASE;

afterEach(() => {
  process.env.TEST_TEMPLATE_DATABASE = template;
});

test('concurrent copies are separate databases, and dropping one closes its connections', async () => {
  const databases = await Promise.all(Array.from({ length: 4 }, createTestDatabase));
  const clients = databases.map(({ adminUrl }) => new Client({ connectionString: adminUrl }));
  const closed = clients.map((client) => new Promise<void>((resolve) => client.on('end', () => resolve())));
  clients.forEach((client) => client.on('error', () => undefined));
  await Promise.all(clients.map((client) => client.connect()));

  const names = await Promise.all(clients.map((client) => client.query(`select current_database() as name`)));
  await Promise.all(databases.map((database) => database.drop()));

  expect(new Set(names.map(({ rows }) => rows[0].name)).size).toBe(4);
  await Promise.all(closed);
});

test('a template that is not a test database is refused', async () => {
  process.env.TEST_TEMPLATE_DATABASE = 'dealbridge';

  await expect(createTestDatabase()).rejects.toThrow('does not end in _test');
});
