import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { testUser } from '@svc/chassis/testing/test-service';
import type { ImportContactsRequest } from '@svc/proto/deal/v1/contact_service';
import { importContactFile, listContacts } from '../testing/contacts.js';
import { type DealTestService, startDeal } from '../testing/deal-service.js';

let service: DealTestService;

beforeAll(async () => {
  service = await startDeal();
});

afterAll(() => service?.stop());

const importFile = (user: UserPrincipal, content: string | Buffer, fields?: Partial<ImportContactsRequest>) =>
  importContactFile(service, user, content, fields);

describe('a vCard file', () => {
  const card = (version: string, ...lines: string[]) =>
    ['BEGIN:VCARD', `VERSION:${version}`, ...lines, 'END:VCARD', ''].join('\r\n');

  test.each([
    ['3.0', 'TEL;TYPE=CELL:+49 170 12345'],
    ['4.0', 'TEL;VALUE=uri:tel:+49 170 12345'],
  ])('of version %s is parsed', async (version, phone) => {
    const owner = testUser();
    const content = card(
      version,
      'N:Lee;Ann;;;',
      'FN:Ann L',
      ' ee',
      'item1.EMAIL;TYPE=INTERNET:ann@example.org',
      'EMAIL:second@example.org',
      phone,
      'ORG:Acme;Sales',
      'CATEGORIES:a,b',
      'NOTE:One\\nTwo\\, three',
      'X-SOCIALPROFILE;TYPE=instagram:https://www.instagram.com/ann',
      'URL:https://www.tiktok.com/@ann',
      'URL:https://ann.example.org/about',
    );

    await importFile(owner, content, { format: 'vcard', kind: 'influencer' });

    expect(await listContacts(service, owner, { kind: 'influencer' })).toMatchObject([
      {
        name: 'Ann Lee',
        email: 'ann@example.org',
        phone: '+49 170 12345',
        company: 'Acme',
        tags: ['a', 'b'],
        notes: 'One\nTwo, three',
        handles: [
          { platform: 'instagram', handle: 'ann', url: 'https://www.instagram.com/ann' },
          { platform: 'tiktok', handle: '@ann', url: 'https://www.tiktok.com/@ann' },
        ],
      },
    ]);
  });

  test('with an unreadable card has its other cards parsed', async () => {
    const content = card('3.0', 'rubbish') + card('3.0', 'N:Lee;Ann;;;', 'FN:') + card('2.1', 'TEL;CELL:1');

    const { summary, items } = await importFile(testUser(), content, { format: 'vcard', preview: true });

    expect(summary).toMatchObject({ rows: 3, toCreate: 1, invalid: 2 });
    expect(items).toMatchObject([{ action: 'invalid' }, { action: 'create', name: 'Ann Lee' }, { action: 'invalid' }]);
  });

  test('without a card is refused', async () => {
    await expect(importFile(testUser(), 'name\nAnn', { format: 'vcard' })).rejects.toMatchObject({
      details: [{ path: 'content' }],
    });
  });
});
