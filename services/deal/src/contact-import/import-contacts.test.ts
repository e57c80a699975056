import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { testUser } from '@svc/chassis/testing/test-service';
import type { ImportContactsRequest } from '@svc/proto/deal/v1/contact_service';
import { v7 as newId } from 'uuid';
import { createContact, getContact, importContactFile, listContacts } from '../testing/contacts.js';
import { type DealTestService, startDeal } from '../testing/deal-service.js';

let service: DealTestService;

beforeAll(async () => {
  service = await startDeal();
});

afterAll(() => service?.stop());

const importFile = (user: UserPrincipal, content: string | Buffer, fields?: Partial<ImportContactsRequest>) =>
  importContactFile(service, user, content, fields);

const CSV = `Name,E-mail,Phone,Company,Instagram,Handles,Tags,Notes,Revenue,Currency
"Lee, Ann",ann@example.org,'+49 170 12345,Acme,@ann,tiktok:ann https://www.tiktok.com/@ann,"a; b","Two
lines","1,234.50",eur
`;

const ANN = {
  name: 'Lee, Ann',
  email: 'ann@example.org',
  phone: '+49 170 12345',
  company: 'Acme',
  handles: [
    { platform: 'tiktok', handle: 'ann', url: 'https://www.tiktok.com/@ann' },
    { platform: 'instagram', handle: '@ann', url: null },
  ],
  tags: ['a', 'b'],
};

test('a row of a CSV file becomes a contact with all its values', async () => {
  const owner = testUser();

  const answer = await importFile(owner, CSV);

  const [contact, ...others] = await listContacts(service, owner);
  expect(others).toEqual([]);
  expect(contact).toMatchObject({ ...ANN, notes: 'Two\nlines', revenue: 1234.5, currency: 'EUR', kind: 'contact' });
  expect(answer).toMatchObject({
    preview: false,
    summary: { rows: 1, toCreate: 1, toUpdate: 0, duplicates: 0, invalid: 0 },
    items: [{ row: 1, action: 'create', contactId: contact!.id, messages: [], ...ANN }],
  });
});

test('amounts that no contact can have are omitted and reported, and the others use the decimal sign of the column', async () => {
  const owner = testUser();

  const answer = await importFile(owner, 'name,revenue\nA,0.125\nB,12.345\nC,1234.567\nD,"1,250"\nE,12.5\n');

  expect(answer.decimalSign).toBe('.');
  expect(answer.items.map(({ revenue, messages }) => [revenue ?? null, ...messages])).toEqual([
    [null, '0.125 has more than two decimals.'],
    [null, '12.345 has more than two decimals. If these are thousands, set `decimalSign` to ",".'],
    [null, '1234.567 has more than two decimals.'],
    [1250],
    [12.5],
  ]);
  const stored = await listContacts(service, owner);
  expect(Object.fromEntries(stored.map(({ name, revenue }) => [name, revenue ?? null]))).toEqual({
    A: null,
    B: null,
    C: null,
    D: 1250,
    E: 12.5,
  });
});

test.each([
  ['the locale of the user', 'de', undefined],
  ['the decimal sign of the request', 'en', ','],
])('ambiguous amounts are parsed with %s', async (_, locale, decimalSign) => {
  const owner = testUser({ preferences: { timeZone: 'UTC', currency: 'EUR', locale, viewCheckDays: [1] } });

  const answer = await importFile(owner, 'name,revenue\nA,12.345\n', { preview: true, decimalSign });

  expect(answer).toMatchObject({ decimalSign: ',', items: [{ revenue: 12_345, currency: 'EUR' }] });
});

test('a file without amounts has no decimal sign, and a sign other than a point or comma is refused', async () => {
  expect((await importFile(testUser(), 'name\nA\n')).decimalSign ?? null).toBeNull();
  await expect(importFile(testUser(), 'name\nA\n', { decimalSign: ';' })).rejects.toMatchObject({
    details: [{ path: 'decimalSign' }],
  });
});

test('the response shows the beginning of long notes', async () => {
  const { items } = await importFile(testUser(), `name,notes\nA,${'n'.repeat(300)}\n`, { preview: true });

  expect(items).toMatchObject([{ notes: 'n'.repeat(200) }]);
});

test('a preview returns the same and writes nothing', async () => {
  const owner = testUser();

  const answer = await importFile(owner, CSV, { preview: true });

  const money = { revenue: 1234.5, currency: 'EUR', notes: 'Two\nlines' };
  expect(answer).toMatchObject({
    preview: true,
    decimalSign: '.',
    summary: { toCreate: 1 },
    items: [{ action: 'create', ...ANN, ...money }],
  });
  expect(answer.items[0]!.contactId ?? null).toBeNull();
  expect(await listContacts(service, owner)).toEqual([]);
});

test('a preview stores nothing under its idempotency key, so the import can use the same one', async () => {
  const owner = testUser();
  const { contacts } = service.as(owner, { idempotencyKey: newId() });
  const request = { kind: 'contact', format: 'csv', content: Buffer.from(CSV), mapping: [] };

  const answers = [];
  for (const preview of [true, false, false]) answers.push(await contacts.importContacts({ ...request, preview }));

  expect(answers.map(({ preview, summary }) => [preview, summary?.toCreate])).toEqual([
    [true, 1],
    [false, 1],
    [false, 1],
  ]);
  expect(await listContacts(service, owner)).toHaveLength(1);
});

test.each([
  ['rows with but a name', 2, `${CSV}Nameless contact data,,,Acme\n`],
  [
    'a phone number of another person',
    3,
    'name,email,phone,company,notes\nBea,b@x.de,,,\nCarl,,0301234567,Carl Corp,owes us\nBea,b@x.de,0301234567,,\n',
  ],
  ['a company in a later row', 3, 'name,email,company\nAnna,a@x.de,\nAnna,a@x.de,Acme\nAnna,,\n'],
])('importing a file with %s twice changes nothing the second time', async (_, rows, file) => {
  const owner = testUser();
  await importFile(owner, file);
  const before = await listContacts(service, owner);

  const { summary } = await importFile(owner, file);

  expect(summary).toEqual({ rows, toCreate: 0, toUpdate: 0, duplicates: rows, invalid: 0 });
  expect(await listContacts(service, owner)).toEqual(before);
});

test('a repeated idempotency key returns the first response', async () => {
  const { contacts } = service.as(testUser(), { idempotencyKey: newId() });
  const request = { kind: 'contact', format: 'csv', content: Buffer.from(CSV), preview: false, mapping: [] };
  const first = await contacts.importContacts(request);

  expect(await contacts.importContacts(request)).toEqual(first);
});

test('two concurrent imports of one file create its contacts once', async () => {
  const owner = testUser();

  await Promise.all([importFile(owner, CSV), importFile(owner, CSV)]);

  expect(await listContacts(service, owner)).toHaveLength(1);
});

describe('a row', () => {
  test.each([
    ['email', 'Name,Email\nOther name,ANN@example.org'],
    ['phone', 'Name,Phone\nOther name,0049 170-12345'],
    ['handle', 'Name,Instagram\nOther name,https://instagram.com/Ann/'],
    ['name', 'Name,Company\nLEE ann,acme'],
  ])('with the %s of a contact is matched to it', async (matchedOn, file) => {
    const owner = testUser();
    const handles = [{ platform: 'Instagram', handle: '@ann' }];
    const fields = { name: 'Lee Ann', company: 'Acme', email: 'ann@example.org', phone: '+49 170 12345', handles };
    const contact = await createContact(service, owner, fields);

    const answer = await importFile(owner, file);

    expect(answer).toMatchObject({
      summary: { rows: 1, toCreate: 0, toUpdate: 0, duplicates: 1 },
      items: [{ action: 'match', matchedOn, contactId: contact.id }],
    });
    expect(await getContact(service, owner, contact)).toEqual(contact);
  });

  test('fills in empty fields of the contact and overwrites nothing', async () => {
    const owner = testUser();
    const contact = await createContact(service, owner, { name: 'Ann', email: 'ann@example.org', tags: ['mine'] });

    const { summary } = await importFile(owner, CSV);

    expect(summary).toMatchObject({ toCreate: 0, toUpdate: 1, duplicates: 1 });
    expect(await getContact(service, owner, contact)).toMatchObject({
      name: 'Ann',
      tags: ['mine'],
      phone: ANN.phone,
      company: ANN.company,
      handles: ANN.handles,
      revenue: 1234.5,
      currency: 'EUR',
      version: 2,
    });
  });

  test('of the same person as an earlier row is added to that contact', async () => {
    const owner = testUser();

    const { items, summary } = await importFile(
      owner,
      'name,email,phone\nAnn,ann@example.org,\nA. Lee,ann@example.org,+4912345\nLee,,+49 12345\n',
    );

    expect(summary).toEqual({ rows: 3, toCreate: 1, toUpdate: 0, duplicates: 2, invalid: 0 });
    expect(items.map(({ matchedOn }) => matchedOn ?? null)).toEqual([null, 'email', 'phone']);
    expect(await listContacts(service, owner)).toMatchObject([{ name: 'Ann', phone: '+4912345' }]);
  });

  test('does not match contacts of other users, or influencers', async () => {
    const owner = testUser();
    await createContact(service, testUser(), { email: 'ann@example.org' });
    await createContact(service, owner, { kind: 'influencer', email: 'ann@example.org' });

    expect((await importFile(owner, CSV)).summary).toMatchObject({ toCreate: 1 });
  });

  test('without a name is invalid; other errors are omitted and reported', async () => {
    const owner = testUser();

    const { items, summary } = await importFile(
      owner,
      `name,email,phone,notes,revenue,handles\n,,,Who?,,\nAnn,nonsense,none,,much,just-a-name\n,bob@example.org,,,-5,\n`,
    );

    expect(summary).toEqual({ rows: 3, toCreate: 2, toUpdate: 0, duplicates: 0, invalid: 1 });
    expect(items).toMatchObject([
      { action: 'invalid', messages: ['There is no name, company, email address or handle.'] },
      {
        action: 'create',
        name: 'Ann',
        messages: [
          'just-a-name names no platform.',
          'nonsense is not an email address.',
          'none is not a phone number.',
          'much is not an amount of money.',
        ],
      },
      { action: 'create', name: 'bob@example.org', messages: ['-5 is not an amount of money.'] },
    ]);
  });
});

describe('a CSV file', () => {
  const names = async (content: string | Buffer) => {
    const { items } = await importFile(testUser(), content, { preview: true });
    return items.map(({ name, email }) => [name, email]);
  };

  test.each<[string, string | Buffer]>([
    ['commas', 'name,email\nZoë,z@example.org\n'],
    ['semicolons', 'name;email\nZoë;z@example.org\n'],
    ['tabs', 'name\temail\nZoë\tz@example.org\n'],
    ['a line that names its separator', 'sep=;\r\nname;email\r\nZoë;z@example.org\r\n'],
    ['CRLF and no end of the last line', 'name,email\r\n"Zoë","z@example.org"'],
    ['empty lines', '\nname,email\n\n,,\nZoë,z@example.org\n\n'],
    ['a separator in a heading', '"name","email","a;b;c"\nZoë,z@example.org,x\n'],
    ['a byte order mark', '\ufeffname,email\nZoë,z@example.org\n'],
    ['UTF-16', Buffer.from('\ufeffname,email\nZoë,z@example.org\n', 'utf16le')],
    ['UTF-16 without a byte order mark', Buffer.from('name,email\nZoë,z@example.org\n', 'utf16le')],
    ['big-endian UTF-16', Buffer.from('\ufeffname,email\nZoë,z@example.org\n', 'utf16le').swap16()],
    ['Windows-1252', Buffer.from('name,email\nZoë,z@example.org\n', 'latin1')],
    ['first and last names', 'Last Name,First Name,E-mail 1 - Value\n,Zoë,z@example.org\n'],
  ])('is parsed with %s', async (_, content) => {
    expect(await names(content)).toEqual([['Zoë', 'z@example.org']]);
  });

  test('reports which columns it mapped to which fields, and which it could not map', async () => {
    const read = (fields: Partial<ImportContactsRequest>) =>
      importFile(testUser(), 'Wer,E-Mail , Foo\nAnn,ann@example.org,x\n', { preview: true, ...fields });

    expect((await read({})).columns).toEqual([
      { heading: 'Wer', field: null },
      { heading: 'E-Mail', field: 'email' },
      { heading: 'Foo', field: null },
    ]);
    const mapping = [
      { column: 'Wer', field: 'name' },
      { column: 'Foo', field: 'ignore' },
    ];
    expect((await read({ mapping })).columns.map(({ field }) => field)).toEqual(['name', 'email', 'ignore']);
  });

  test('without any known column is previewed, but not imported', async () => {
    const owner = testUser();

    const { columns, summary } = await importFile(owner, 'Wer,Was\nAnn,x\n', { preview: true });

    expect(columns.map(({ heading, field }) => [heading, field ?? null])).toEqual([
      ['Wer', null],
      ['Was', null],
    ]);
    expect(summary).toMatchObject({ rows: 1, invalid: 1 });
    await expect(importFile(owner, 'Wer,Was\nAnn,x\n')).rejects.toMatchObject({ kind: 'invalid_input' });
  });

  test('with custom headings is parsed with a mapping', async () => {
    const mapping = [
      { column: 'wer', field: 'name' },
      { column: 'Name', field: 'ignore' },
    ];

    const { items } = await importFile(testUser(), 'Wer,Name\nAnn,x\n', { preview: true, mapping });

    expect(items).toMatchObject([{ name: 'Ann' }]);
  });

  test.each<[string, string, Partial<ImportContactsRequest>, string]>([
    ['without a heading that is known', 'a,b\n1,2\n', {}, 'content'],
    ['that is empty', '', {}, 'content'],
    ['with an open quotation mark', 'name\n"Ann\n', {}, 'content'],
    ['of too many rows', `name\n${'Ann\n'.repeat(50_001)}`, {}, 'content'],
    ['of another format', 'name\nAnn', { format: 'xls' }, 'format'],
    [
      'with a mapping of a column that is not there',
      'name\nAnn',
      { mapping: [{ column: 'x', field: 'name' }] },
      'mapping',
    ],
    ['with a mapping to no field', 'name\nAnn', { mapping: [{ column: 'name', field: 'id' }] }, 'mapping'],
  ])('%s is refused', async (_, content, fields, path) => {
    await expect(importFile(testUser(), content, fields)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ path }],
    });
  });
});

test('rows are imported in batches of a thousand: ten thousand take hardly more statements than one', async () => {
  const statementsOf = async (rows: number) => {
    const content = Array.from({ length: rows }, (_, n) => `Name ${n},n${n}@example.org,+49${10_000_000 + n},x${n}`);
    const before = service.pool.statementCount();
    const { summary } = await importFile(testUser(), `name,email,phone,instagram\n${content.join('\n')}`);
    expect(summary).toMatchObject({ toCreate: rows });
    return service.pool.statementCount() - before;
  };
  const one = await statementsOf(1);

  expect(await statementsOf(10_000)).toBeLessThan(2 * one);
});

test('other calls are served while large files of several owners are parsed, and each owner gets a response', async () => {
  const row = `A,${'a:b;'.repeat(16_000)}\n`;
  const content = Buffer.from(`name,handles\n${row.repeat(20)}`);
  const deadline = Date.now() + 80_000;
  const read = (): Promise<unknown> =>
    service
      .as(testUser(), { deadline })
      .contacts.importContacts({ kind: 'contact', format: 'csv', content, preview: true, mapping: [] });
  const state = { isOver: false, answered: 0 };
  const reading = Promise.all(Array.from({ length: 3 }, read)).finally(() => (state.isOver = true));
  const other = testUser();
  while (!state.isOver) {
    await listContacts(service, other);
    state.answered += 1;
  }

  expect(await reading).toMatchObject(Array.from({ length: 3 }, () => ({ summary: { rows: 20, toCreate: 1 } })));
  expect(state.answered).toBeGreaterThan(20);
});
