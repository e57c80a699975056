import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import type { ContactFields, NewContact } from '../contacts/contact.js';
import { type ImportPlan, planImport } from './plan-import.js';

const NOTHING: ContactFields = {
  name: 'Anna',
  email: null,
  phone: null,
  company: null,
  notes: null,
  revenue: null,
  currency: 'EUR',
  handles: [],
  tags: [],
};

/** Few values, so that most rows share some of them. */
const Row = fc.record({
  name: fc.constantFrom('Anna', 'anna', 'Bea'),
  email: fc.constantFrom(null, 'a@example.org', 'A@example.org', 'b@example.org'),
  phone: fc.constantFrom(null, '030 12345', '03012345', '030 54321', '12'),
  company: fc.constantFrom(null, 'Acme', 'ACME', 'Zeta'),
  notes: fc.constantFrom(null, 'Pays late'),
  revenue: fc.constantFrom(null, 5),
  currency: fc.constantFrom('EUR', 'USD'),
  handles: fc.subarray([
    { platform: 'x', handle: 'a', url: null },
    { platform: 'x', handle: '@A', url: null },
    { platform: 'x', handle: 'b', url: null },
  ]),
  tags: fc.subarray(['vip']),
});

function addressBook(contacts: readonly ContactFields[] = []) {
  const stored = new Map<string, NewContact>();
  const create = (fields: ContactFields): NewContact => ({ ...fields, id: newId(), ownerId: 'me', kind: 'contact' });
  let count = 0;
  const newId = (): string => `${(count += 1)}`;
  const store = (contact: NewContact): unknown => stored.set(contact.id, contact);
  contacts.map(create).forEach(store);
  return {
    stored,
    importRows: async (rows: readonly Partial<ContactFields>[]): Promise<ImportPlan> => {
      const read = rows.map((row) => ({ fields: { ...NOTHING, ...row }, messages: [] }));
      const plan = await planImport(read, [...stored.values()], create);
      [...plan.created, ...plan.filled].forEach(store);
      return plan;
    },
  };
}

test('importing a file again changes nothing, with any stored contacts', async () => {
  const contacts = fc.array(Row, { maxLength: 3 });
  const file = fc.array(Row, { maxLength: 7 });
  const importTwice = fc.asyncProperty(contacts, file, async (stored, rows) => {
    const { importRows } = addressBook(stored);
    await importRows(rows);

    const { created, filled } = await importRows(rows);

    expect({ created, filled }).toEqual({ created: [], filled: [] });
  });

  await fc.assert(importTwice, { numRuns: 5_000 });
});

test('a row leaves out an email address, phone number or handle that another contact has', async () => {
  const handles = ['a', 'b'].map((handle) => ({ platform: 'x', handle, url: null }));
  const book = addressBook([
    { ...NOTHING, email: 'a@example.org' },
    { ...NOTHING, name: 'Bea', phone: '030 12345', handles: handles.slice(0, 1) },
  ]);

  await book.importRows([{ email: 'a@example.org', phone: '030 12345', handles, company: 'Acme' }]);

  expect([...book.stored.values()]).toMatchObject([
    { email: 'a@example.org', phone: null, handles: handles.slice(1), company: 'Acme' },
    { name: 'Bea', company: null },
  ]);
});

test('a row whose phone number several contacts have is matched to the one with its name', async () => {
  const phone = '030 12345';
  const { importRows } = addressBook([
    { ...NOTHING, phone },
    { ...NOTHING, name: 'Bea', phone },
  ]);

  const { filled } = await importRows([{ name: 'BEA', phone, notes: 'Pays late' }]);

  expect(filled).toMatchObject([{ name: 'Bea', notes: 'Pays late' }]);
});

test('a row with only a name is matched to the contact without a company, else to any with that name', async () => {
  const { importRows } = addressBook([
    { ...NOTHING, company: 'Acme' },
    { ...NOTHING, name: 'Bea', company: 'Acme' },
    { ...NOTHING, name: 'Bea' },
  ]);

  const { rows } = await importRows([{}, { name: 'Bea' }]);

  expect(rows).toMatchObject([
    { action: 'match', matchedOn: 'name', contactId: '1' },
    { action: 'match', matchedOn: 'name', contactId: '3' },
  ]);
});
