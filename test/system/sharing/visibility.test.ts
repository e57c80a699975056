import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Entity, type FieldRule, VISIBILITY } from '@svc/deal/visibility/visibility-table';
import { sharedStack } from '../../shared-stack.ts';
import type { Session } from '../../stack.ts';
import type { AnswerOf, List } from '../answers.ts';
import { createSharedWorld, type SharedRecord, type SharedWorld } from './everything-shared.ts';

type Fields = Record<string, unknown>;

const stack = await sharedStack();
let world: SharedWorld;
let cells = 0;

beforeAll(async () => {
  world = await createSharedWorld(stack);
});

afterAll(() => {
  process.stdout.write(`visibility: ${cells} cells checked\n`);
});

const ENTITIES = Object.keys(VISIBILITY) as Entity[];
const rulesOf = (entity: Entity): [string, FieldRule][] => Object.entries(VISIBILITY[entity].fields);

/** Fields whose values differ by viewer; only their presence is compared. */
const DIFFERS_BY_VIEWER = new Set([
  'canChangeStatus',
  'attachments',
  'version',
  'updatedAt',
  'videoCount',
  'totalViews',
]);

function recordOf(entity: Entity): SharedRecord {
  const record = world.records.find(({ entityType }) => entityType === entity);
  if (!record) throw new Error(`The shared world has no ${entity}: add one, so that its fields are checked.`);
  return record;
}

async function read(who: Session, { path, id }: SharedRecord): Promise<Fields> {
  const { status, body } = await who.get<Fields>(`/api${path}/${id}`);
  expect(status).toBe(200);
  return body;
}

async function listed(who: Session, { path, id }: SharedRecord): Promise<Fields | undefined> {
  const { body } = await who.get<List<Fields>>(`/api${path}?scope=mine-and-shared&limit=200`);
  return body.items.find((item) => item['id'] === id);
}

function isRedacted(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

/** Compares every field of a record with its rule in the table. */
function checkCells(entity: Entity, seen: Fields, whole: Fields, isHidden: (rule: FieldRule) => boolean): void {
  for (const [field, rule] of rulesOf(entity)) {
    cells += 1;
    if (isHidden(rule)) expect([entity, field, isRedacted(seen[field])]).toEqual([entity, field, true]);
    else if (DIFFERS_BY_VIEWER.has(field)) expect([entity, field, field in seen]).toEqual([entity, field, true]);
    else expect([entity, field, seen[field]]).toEqual([entity, field, whole[field]]);
  }
}

test.each(ENTITIES)('the owner of a %s sees every field, in single reads and in lists', async (entity) => {
  const record = recordOf(entity);
  const whole = await read(world.owner, record);

  for (const [field, rule] of rulesOf(entity)) {
    const isFilled = !isRedacted(whole[field]);
    if (rule.team !== 'seen') expect([entity, field, isFilled]).toEqual([entity, field, true]);
  }
  checkCells(entity, (await listed(world.owner, record)) ?? {}, whole, () => false);
  checkCells(entity, whole, whole, () => false);
});

test.each(
  ENTITIES.flatMap((entity) => (['teamOwner', 'teamAdmin', 'member'] as const).map((role) => [entity, role] as const)),
)('of a shared %s the %s sees what the table says, in single reads and in lists', async (entity, role) => {
  const record = recordOf(entity);
  const whole = await read(world.owner, record);
  const isHidden = ({ team }: FieldRule): boolean => team !== 'seen';

  for (const seen of [await read(world[role], record), await listed(world[role], record)]) {
    checkCells(entity, seen ?? {}, whole, isHidden);
    expect(seen?.['access']).toMatchObject({ canEdit: false });
    expect(JSON.stringify(seen)).not.toContain('base64');
  }
});

test.each(ENTITIES.filter((entity) => VISIBILITY[entity].grant !== null))(
  'an approved access request reveals the sensitive fields of that %s and no others',
  async (entity) => {
    const record = recordOf(entity);
    const whole = await read(world.owner, record);
    const scope = VISIBILITY[entity].grant;
    const request = { ownerId: world.owner.userId, scope, entityId: record.id, reason: 'To plan' };
    const { body } = await world.teamAdmin.post<{ id: string }>('/api/access-requests', request);
    await world.owner.post(`/api/access-requests/${body.id}/approve`);

    for (const seen of [await read(world.teamAdmin, record), await listed(world.teamAdmin, record)]) {
      checkCells(entity, seen ?? {}, whole, ({ team }) => team === 'hidden');
    }

    await world.owner.post(`/api/access-requests/${body.id}/revoke`);
    checkCells(entity, await read(world.teamAdmin, record), whole, ({ team }) => team !== 'seen');
  },
);

test('a repeated request for access answers 200 with the pending one', async () => {
  const { owner, member, ids } = world;
  const request = { ownerId: owner.userId, scope: 'deal.amount', entityId: ids['dealId'], reason: 'To plan' };
  const ask = () => member.post<AnswerOf<'access_requests.create'>>('/api/access-requests', request);

  const [first, second] = [await ask(), await ask()];

  expect([first.status, first.body.created]).toEqual([201, true]);
  expect([second.status, second.body.created, second.body.id]).toEqual([200, false, first.body.id]);
});

test.each(ENTITIES)('a %s is hidden from strangers, former members and anonymous callers', async (entity) => {
  const record = recordOf(entity);
  for (const who of [world.stranger, world.removed]) {
    expect((await who.get(`/api${record.path}/${record.id}`)).status).toBe(404);
    expect(await listed(who, record)).toBeUndefined();
    cells += rulesOf(entity).length;
  }
  expect((await stack.anyone.get(`/api${record.path}/${record.id}`)).status).toBe(401);
  cells += rulesOf(entity).length;
});

const EXTERNAL = ['deal', 'contact', 'influencer'] as const satisfies readonly Entity[];

async function openExternally(entity: Entity, visibleFields?: string[]): Promise<Fields> {
  const record = recordOf(entity);
  const request = { entityType: entity, entityId: record.id, ...(visibleFields ? { visibleFields } : {}) };
  const { body: share } = await world.owner.post<{ url: string }>('/api/shares/external', request);
  const token = new URL(share.url).pathname.split('/').at(-1);
  const { status, body } = await stack.anyone.post<{ fields: Fields }>(`/api/public/shares/${token}/open`, {});
  expect(status).toBe(200);
  return body.fields;
}

test.each(EXTERNAL)(
  'an external share of a %s shows the default fields, or those that the owner picks',
  async (entity) => {
    const whole = await read(world.owner, recordOf(entity));
    const allowed = rulesOf(entity).filter(([, { external }]) => external !== 'never');
    const byDefault = await openExternally(entity);
    const all = await openExternally(
      entity,
      allowed.map(([field]) => field),
    );

    for (const [field, { external }] of rulesOf(entity)) {
      cells += 2;
      expect([entity, field, field in byDefault]).toEqual([entity, field, external === 'default']);
      expect([entity, field, field in all]).toEqual([entity, field, external !== 'never']);
      if (field in all && !DIFFERS_BY_VIEWER.has(field)) expect([field, all[field]]).toEqual([field, whole[field]]);
    }
  },
);

test('a search does not match hidden fields', async () => {
  const found = async (who: Session, path: string, q: string) =>
    (await who.get<List<Fields>>(`/api${path}?scope=mine-and-shared&q=${encodeURIComponent(q)}`)).body.total;

  for (const path of ['/contacts', '/influencers']) {
    expect([path, await found(world.owner, path, 'private words')]).toEqual([path, 1]);
    expect([path, await found(world.member, path, 'private words')]).toEqual([path, 0]);
    expect([path, await found(world.member, path, 'northwind')]).toEqual([path, 1]);
  }
});

describe('a shared short link', () => {
  const linkOf = (): SharedRecord => world.records.find(({ entityType }) => entityType === 'short_link')!;

  test.each(['teamOwner', 'teamAdmin', 'member'] as const)(
    'shows the %s every field but its deal, read-only',
    async (role) => {
      const whole = await read(world.owner, linkOf());

      for (const seen of [await read(world[role], linkOf()), await listed(world[role], linkOf())]) {
        const access = { role: expect.stringMatching(/^team-/), canEdit: false, redacted: ['dealId'] };
        expect(seen).toMatchObject({ ...whole, dealId: null, access });
      }
      const path = `/api/shorten/${linkOf().id}`;
      expect((await world[role].patch(path, { title: 'Mine' })).status).toBe(403);
      expect((await world[role].delete(path)).status).toBe(403);
      expect(whole['dealId']).toBe(world.ids['dealId']);
    },
  );

  test('has statistics and a QR code for the whole team', async () => {
    for (const what of ['stats', 'qr']) {
      expect((await world.member.get(`/api/shorten/${linkOf().id}/${what}`)).status).toBe(200);
    }
  });

  test('is hidden from strangers, former members and anonymous callers', async () => {
    for (const who of [world.stranger, world.removed]) {
      expect((await who.get(`/api/shorten/${linkOf().id}`)).status).toBe(404);
      expect(await listed(who, linkOf())).toBeUndefined();
    }
    expect((await stack.anyone.get(`/api/shorten/${linkOf().id}`)).status).toBe(401);
  });

  test("is listed among the team's shares, and found by its deal only for its owner", async () => {
    const shares = await world.member.get<List<Fields>>(`/api/teams/${world.teamId}/shares?limit=200`);
    const byDeal = (who: Session) =>
      who.get<List<Fields>>(`/api/shorten?scope=mine-and-shared&dealId=${world.ids['dealId']}`);

    expect(shares.body.items).toContainEqual(
      expect.objectContaining({ entityType: 'short_link', entityId: linkOf().id, title: 'Spring' }),
    );
    expect((await byDeal(world.owner)).body.total).toBe(1);
    expect((await byDeal(world.member)).body.total).toBe(0);
  });
});

describe('a shared screenshot', () => {
  const LINKS = ['shareUrl', 'shortUrl', 'directUrl'];
  const shotOf = (): SharedRecord => world.records.find(({ entityType }) => entityType === 'screenshot')!;
  const listedBy = async (who: Session): Promise<Fields | undefined> => {
    const { body } = await who.get<List<Fields>>('/api/screenshots?scope=mine-and-shared&limit=200');
    return body.items.find(({ screenshotId }) => screenshotId === shotOf().id);
  };

  test.each(['teamOwner', 'teamAdmin', 'member'] as const)(
    'shows the %s every field but its links, read-only',
    async (role) => {
      const whole = await read(world.owner, shotOf());
      const hidden = Object.fromEntries(LINKS.map((name) => [name, null]));
      const access = { role: expect.stringMatching(/^team-/), canEdit: false, redacted: LINKS };

      for (const seen of [await read(world[role], shotOf()), await listedBy(world[role])]) {
        expect(seen).toEqual({ ...whole, ...hidden, access: expect.objectContaining(access) });
      }
      expect((await world[role].patch(`/api/screenshots/${shotOf().id}`, { note: 'Mine' })).status).toBe(403);
    },
  );

  test('is hidden from strangers, former members and anonymous callers', async () => {
    for (const who of [world.stranger, world.removed]) {
      expect((await who.get(`/api/screenshots/${shotOf().id}`)).status).toBe(404);
      expect(await listedBy(who)).toBeUndefined();
    }
    expect((await stack.anyone.get(`/api/screenshots/${shotOf().id}`)).status).toBe(401);
  });
});
