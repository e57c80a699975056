import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { testUser } from '@svc/chassis/testing/test-service';
import { v7 as newId } from 'uuid';
import {
  contactChange,
  createContact,
  createSharedContact,
  getContact,
  grant,
  listContacts,
  shareContact,
} from '../testing/contacts.js';
import { type DealClients, type DealTestService, startDeal } from '../testing/deal-service.js';
import { userIn } from '../testing/records.js';

let service: DealTestService;

beforeAll(async () => {
  service = await startDeal();
});

afterAll(() => service?.stop());

type Shared = Awaited<ReturnType<typeof createSharedContact>>;

const scope = 'mine-and-shared';
const TEAM = ['teamOwner', 'teamAdmin', 'member'] as const;

const READS: Record<string, (user: UserPrincipal, shared: Shared) => Promise<unknown>> = {
  getContact: (user, { contact }) => getContact(service, user, contact),
  listContacts: async (user, { contact }) => (await listContacts(service, user, { kind: contact.kind, scope }))[0],
};

const WRITES: Record<string, (clients: DealClients, shared: Shared) => Promise<unknown>> = {
  updateContact: ({ contacts }, { contact }) => contacts.updateContact(contactChange(contact, { name: 'Changed' })),
  deleteContact: ({ contacts }, { contact: { id, kind } }) => contacts.deleteContact({ kind, contactId: id }),
};

const FIELDS = { notes: 'Private.', revenue: 99.5, email: 'ann@example.org', phone: '+4912345', company: 'Acme' };

describe.each(['contact', 'influencer'])('through %s', (kind) => {
  test.each(Object.keys(READS))('%s shows the owner everything', async (method) => {
    const shared = await createSharedContact(service, { ...FIELDS, kind });

    expect(await READS[method]!(shared.owner, shared)).toMatchObject({
      ...FIELDS,
      access: { role: 'owner', teamIds: [], canEdit: true, redacted: [] },
    });
  });

  test.each(Object.keys(READS).flatMap((method) => TEAM.map((who) => [method, who] as const)))(
    '%s shows the %s everything but notes and revenue',
    async (method, who) => {
      const shared = await createSharedContact(service, { ...FIELDS, kind });
      const role = who === 'member' ? 'team-member' : who === 'teamAdmin' ? 'team-admin' : 'team-owner';

      expect(await READS[method]!(shared[who], shared)).toMatchObject({
        ...FIELDS,
        notes: null,
        revenue: null,
        access: { role, teamIds: [shared.teamId], canEdit: false, redacted: ['notes', 'revenue'] },
      });
    },
  );

  test('a stranger gets not_found for a contact, as if it did not exist', async () => {
    const shared = await createSharedContact(service, { kind });
    const gone = { ...shared.contact, id: newId() };
    const hidden = await getContact(service, shared.stranger, shared.contact).catch((error: unknown) => error);
    const missing = await getContact(service, shared.stranger, gone).catch((error: unknown) => error);

    expect(hidden).toMatchObject({ kind: 'not_found', code: 'NOT_FOUND' });
    expect(missing).toMatchObject({ kind: 'not_found', message: (hidden as Error).message });
    expect(await listContacts(service, shared.stranger, { kind, scope })).toEqual([]);
  });

  test.each(Object.keys(WRITES))('%s is restricted to the owner', async (method) => {
    const shared = await createSharedContact(service, { kind });
    const call = WRITES[method]!;

    for (const who of TEAM) {
      await expect(call(service.as(shared[who]), shared)).rejects.toMatchObject({ kind: 'forbidden' });
    }
    await expect(call(service.as(shared.stranger), shared)).rejects.toMatchObject({ kind: 'not_found' });
    expect(await getContact(service, shared.owner, shared.contact)).toEqual(shared.contact);
    await expect(call(service.as(shared.owner), shared)).resolves.toBeDefined();
  });
});

test('an approved request reveals the revenue of influencers, only to its requester', async () => {
  const { contact, owner, member, teamAdmin } = await createSharedContact(service, { ...FIELDS, kind: 'influencer' });
  await grant(service, owner, member, 'influencer.revenue');

  expect(await getContact(service, member, contact)).toMatchObject({
    notes: null,
    revenue: 99.5,
    access: { redacted: ['notes'] },
  });
  expect(await getContact(service, teamAdmin, contact)).toMatchObject({ revenue: null });
});

test('a request cannot reveal the revenue of contacts', async () => {
  const { contact, owner, member } = await createSharedContact(service, FIELDS);
  await grant(service, owner, member, 'influencer.revenue');

  expect(await getContact(service, member, contact)).toMatchObject({ revenue: null });
});

test('notes are visible only to their owner, also in searches', async () => {
  const { member } = await createSharedContact(service, { name: 'Shared', notes: 'secret remark' });
  await createContact(service, member, { name: 'Own', notes: 'secret remark' });

  const found = await listContacts(service, member, { scope, query: 'remark' });

  expect(found.map(({ name }) => name)).toEqual(['Own']);
});

describe('visibility of contacts and influencers', () => {
  /** Creates a user with two contacts, one of which a colleague has too; the colleague shares two contacts with two teams each, and one with none. */
  async function createBooks() {
    const [teamId, otherTeamId] = [newId(), newId()];
    const user = userIn({ [teamId]: 'member', [otherTeamId]: 'member' });
    const colleague = testUser();
    await createContact(service, user, { name: 'Mine' });
    await createContact(service, user, { name: 'Mine too', email: 'BOTH@example.org' });
    for (const fields of [{ name: 'Theirs' }, { name: 'Theirs too', email: 'both@example.org' }]) {
      const contact = await createContact(service, colleague, fields);
      await shareContact(service, contact, teamId);
      await shareContact(service, contact, otherTeamId);
    }
    await createContact(service, colleague, { name: 'Not shared', email: 'both@example.org' });
    return { user, colleague };
  }

  test.each([
    ['all', ['Theirs too', 'Theirs', 'Mine too', 'Mine']],
    ['', ['Theirs too', 'Theirs', 'Mine too', 'Mine']],
    ['mine', ['Mine too', 'Mine']],
    ['shared', ['Theirs too', 'Theirs']],
    ['mutual', ['Theirs too', 'Mine too']],
  ])('%s of shared contacts', async (visibility, names) => {
    const { user } = await createBooks();

    const contacts = await listContacts(service, user, { scope, visibility });

    expect(contacts.map(({ name }) => name)).toEqual(names);
  });

  test('without the scope for shared records lists the caller’s own, and no other filter is allowed', async () => {
    const { user } = await createBooks();

    for (const visibility of ['', 'all', 'mine']) {
      expect(await listContacts(service, user, { visibility })).toHaveLength(2);
    }
    for (const visibility of ['shared', 'mutual', 'everything']) {
      await expect(listContacts(service, user, { visibility })).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
        details: [{ path: 'visibility' }],
      });
    }
  });

  test('pages of mutual contacts do not overlap and have the total, also with a search', async () => {
    const { user } = await createBooks();
    const request = { kind: 'contact', pageSize: 1, scope, visibility: 'mutual', query: 'too' };
    const { contacts } = service.as(user);

    const pages = [0, 1, 2].map((skip) => contacts.listContacts({ ...request, skip }));

    expect(await Promise.all(pages)).toMatchObject([
      { totalSize: 2, contacts: [{ name: 'Theirs too' }] },
      { totalSize: 2, contacts: [{ name: 'Mine too' }] },
      { totalSize: 2, contacts: [] },
    ]);
  });
});

describe('mutual owners', () => {
  test.each<[string, object, object]>([
    ['email address', { email: 'Ann@Example.org' }, { email: 'ann@example.org' }],
    ['phone number', { phone: '+49 170 12345' }, { phone: '0049-17012345' }],
    [
      'handle',
      { handles: [{ platform: 'TikTok', handle: '@Ann' }] },
      { handles: [{ platform: 'tiktok', handle: 'ann' }] },
    ],
  ])('are the users who have the same %s, including the viewer', async (_, theirs, mine) => {
    const { contact, owner, member, teamAdmin } = await createSharedContact(service, theirs);
    const own = await createContact(service, member, mine);

    expect((await getContact(service, member, contact)).mutualOwners).toEqual([{ userId: member.userId }]);
    expect((await getContact(service, member, own)).mutualOwners).toEqual([{ userId: owner.userId }]);
    expect((await getContact(service, owner, contact)).mutualOwners).toEqual([]);
    expect((await getContact(service, teamAdmin, contact)).mutualOwners).toEqual([]);
    expect(await listContacts(service, member, { scope, visibility: 'mutual' })).toHaveLength(2);
  });

  test('follow changes of the fields by which contacts are matched', async () => {
    const { contact, owner, member } = await createSharedContact(service, { email: 'old@example.org' });
    await createContact(service, member, { email: 'new@example.org' });
    await service.as(owner).contacts.updateContact(contactChange(contact, { email: 'new@example.org' }));
    const mutual = await listContacts(service, member, { scope, visibility: 'mutual' });
    await service.as(owner).contacts.updateContact(contactChange(contact, { email: null }));

    expect(mutual).toHaveLength(2);
    expect(await listContacts(service, member, { scope, visibility: 'mutual' })).toEqual([]);
  });

  test('exclude the other kind, and the same handle on another platform', async () => {
    const { member } = await createSharedContact(service, {
      email: 'ann@example.org',
      handles: [{ platform: 'x', handle: 'ann' }],
    });
    await createContact(service, member, { kind: 'influencer', email: 'ann@example.org' });
    await createContact(service, member, { handles: [{ platform: 'twitch', handle: 'ann' }] });

    expect(await listContacts(service, member, { scope, visibility: 'mutual' })).toEqual([]);
  });
});
