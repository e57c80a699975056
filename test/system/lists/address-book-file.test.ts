import { expect, test } from '@jest/globals';
import { sharedStack } from '../../shared-stack.ts';
import type { Session } from '../../stack.ts';
import type { List } from '../answers.ts';

const stack = await sharedStack();

const CONTACT = {
  name: "'=Ann",
  email: 'ann@example.org',
  phone: '+49 30 12345',
  company: '@Acme; "Söhne"',
  handles: [
    { platform: 'x', handle: 'ann', url: 'https://x.com/ann?a=1,2;3' },
    { platform: 'instagram', handle: 'a,b', url: null },
  ],
  tags: ['a, b', 'c;d', 'e|f', '"g"', '=h', 'i:::j'],
  notes: "'=1\n\nTwo, lines",
  revenue: 1234.5,
  currency: 'CHF',
};

async function readContacts(session: Session) {
  const { body } = await session.get<List<Record<string, unknown>>>('/api/contacts');
  return body.items;
}

test('a file exported from one account and imported to another contains every contact completely', async () => {
  const [from, to] = [await stack.signUp(), await stack.signUp()];
  await from.post('/api/contacts', CONTACT);
  await from.post('/api/contacts', { ...CONTACT, email: 'b@example.org', phone: null, handles: [], notes: "''+" });
  const { body: content } = await from.get<string>('/api/contacts/export.csv');

  const { body } = await to.post<{ summary: object }>('/api/contacts/import', { format: 'csv', content });

  expect(body.summary).toMatchObject({ rows: 2, toCreate: 2 });
  const fieldsOf = (contacts: readonly Record<string, unknown>[]) =>
    contacts
      .map((contact) => Object.fromEntries(Object.keys(CONTACT).map((field) => [field, contact[field]])))
      .sort((one, other) => String(one['email']).localeCompare(String(other['email'])));
  expect(fieldsOf(await readContacts(to))).toEqual(fieldsOf(await readContacts(from)));
});
