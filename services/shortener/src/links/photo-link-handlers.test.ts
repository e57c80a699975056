import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { SignedInPrincipal } from '@svc/chassis/calls/principal';
import { eventually } from '@svc/chassis/testing/eventually';
import { testAgent, testUser } from '@svc/chassis/testing/test-service';
import { SCREENSHOT_HEADER } from '@svc/image-routes/photo-routes';
import { PhotoLinkService } from '@svc/proto/shortener/v1/photo_link_service';
import sharp from 'sharp';
import { v7 as newId } from 'uuid';
import { forgetEndedSources } from '../photos/forget-ended-sources.js';
import type { HostRequest, ShortenerService, TestHosts } from '../testing/shortener-service.js';
import { startShortener } from '../testing/shortener-service.js';

const SCREENSHOT = { kind: 'service', service: 'screenshot' } as const;

let service: ShortenerService;
let hosts: TestHosts;
let png: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  service = await startShortener();
  hosts = await service.openHosts();
  png = new Uint8Array(
    await sharp({ create: { width: 6, height: 4, channels: 3, background: '#123456' } })
      .png()
      .toBuffer(),
  );
});

afterAll(() => service?.stop());

interface PhotoLink {
  readonly id: string;
  readonly shortId: string;
}

type Caller = NonNullable<HostRequest['as']>;

/** Asks for a photo link, for a screenshot if one is given. */
async function requestPhoto(as: Caller, screenshotId?: string): Promise<Response> {
  const headers = {
    'content-type': 'image/png',
    ...(screenshotId === undefined ? {} : { [SCREENSHOT_HEADER]: screenshotId }),
    ...(await hosts.headersOf({ as, through: 'internal' })),
  };
  return fetch(`${hosts.internalUrl}/dashboard/photos`, { method: 'POST', headers, body: png });
}

async function createPhoto(as: Caller, screenshotId?: string): Promise<PhotoLink> {
  const response = await requestPhoto(as, screenshotId);
  expect(response.status).toBe(201);
  return (await response.json()) as PhotoLink;
}

const endOf = (user: SignedInPrincipal, ...screenshotIds: string[]) =>
  photoLinks().endPhotoLinksOfScreenshots({
    screenshots: screenshotIds.map((screenshotId) => ({ screenshotId, userId: user.userId })),
  });

/** Screenshots of a user that the service remembers. */
async function sourcesOf(user: SignedInPrincipal): Promise<string[]> {
  const rows = await service.pool.list<{ id: string }>(
    `select screenshot_id as id from shortener.photo_sources where owner_id = $1`,
    [user.userId],
  );
  return rows.map(({ id }) => id);
}

const photoLinks = () => service.as(SCREENSHOT, PhotoLinkService);

const statusOf = async ({ shortId }: PhotoLink): Promise<number> => (await hosts.open(`/${shortId}/raw`)).status;

async function bytesOf(user: SignedInPrincipal): Promise<number | undefined> {
  const { rows } = await service.pool.query<{ bytes: number }>(
    `select bytes from shortener.photo_usage where owner_id = $1`,
    [user.userId],
  );
  return rows[0]?.bytes;
}

test('photo links are deleted as by their owners, and free their quota; repeating it changes nothing', async () => {
  const [user, other] = [testUser(), testUser()];
  const [ended, endedToo, kept] = [await createPhoto(user), await createPhoto(other), await createPhoto(user)];
  const links = [
    { linkId: ended.id, userId: user.userId },
    { linkId: newId(), userId: user.userId },
    { linkId: endedToo.id, userId: other.userId },
  ];

  for (let time = 0; time < 2; time += 1) await photoLinks().endPhotoLinks({ links });

  expect([await statusOf(ended), await statusOf(endedToo), await statusOf(kept)]).toEqual([410, 410, 200]);
  expect([await bytesOf(user), await bytesOf(other)]).toEqual([png.length, 0]);
});

test('links of another user, and links to a page, stay', async () => {
  const user = testUser();
  const photo = await createPhoto(testUser());
  const { link } = await service.links(user).createShortLink({ url: 'https://example.com/', tags: [], reuse: false });

  await photoLinks().endPhotoLinks({
    links: [photo.id, link!.id].map((linkId) => ({ linkId, userId: user.userId })),
  });

  expect(await statusOf(photo)).toBe(200);
  expect((await hosts.open(`/${link!.shortId}`)).status).toBe(302);
});

test('a photo link ends with its screenshot, whose service need not know the link; repeating it changes nothing', async () => {
  const user = testUser();
  const [screenshotId, keptId] = [newId(), newId()];
  const ended = await createPhoto(user, screenshotId);
  const [kept, ofNone] = [await createPhoto(user, keptId), await createPhoto(user)];

  for (let time = 0; time < 2; time += 1) await endOf(user, screenshotId);

  expect([await statusOf(ended), await statusOf(kept), await statusOf(ofNone)]).toEqual([410, 200, 200]);
  expect(await bytesOf(user)).toBe(2 * png.length);
});

test('a user who names the screenshot of another does not end its link', async () => {
  const [user, other] = [testUser(), testUser()];
  const screenshotId = newId();
  const photo = await createPhoto(user, screenshotId);
  const claimed = await createPhoto(other, screenshotId);

  await endOf(other, screenshotId);

  expect([await statusOf(photo), await statusOf(claimed)]).toEqual([200, 410]);
});

test('a link that is asked for after its screenshot has ended is not created', async () => {
  const user = testUser();
  const [unlinked, linked] = [newId(), newId()];
  await createPhoto(user, linked);
  await endOf(user, unlinked, linked);

  const late = [await requestPhoto(user, unlinked), await requestPhoto(user, linked)];

  expect(late.map(({ status }) => status)).toEqual([404, 404]);
  expect(await bytesOf(user)).toBe(0);
});

test('no link remains when its screenshot ends while it is being created', async () => {
  const user = testUser();
  const ids = Array.from({ length: 8 }, () => newId());

  const requested = ids.map((id) => requestPhoto(user, id));
  await eventually(async () => expect(await sourcesOf(user)).not.toEqual([]));
  await endOf(user, ...ids);
  await Promise.all(requested);

  expect(
    (await service.links(user).listShortLinks({ scope: 'mine', pageSize: 50, skip: 0, sort: '-createdAt' })).totalSize,
  ).toBe(0);
  expect(await bytesOf(user)).toBe(0);
});

test('a screenshot has one link, also when an agent of its owner asks again, and none once the owner has deleted that', async () => {
  const user = testUser();
  const agent = testAgent({ userId: user.userId }, ['svc.write.low_risk']);
  const screenshotId = newId();
  const first = await createPhoto(user, screenshotId);

  const again = await createPhoto(agent, screenshotId);
  await service.links(user).deleteShortLink({ linkId: first.id });
  const afterDeletion = await requestPhoto(user, screenshotId);

  expect(again).toMatchObject({ id: first.id, shortId: first.shortId });
  expect(afterDeletion.status).toBe(404);
});

test('a source that is no UUID is refused', async () => {
  expect((await requestPhoto(testUser(), 'latest')).status).toBe(400);
});

test('an ended screenshot is forgotten after a week', async () => {
  const user = testUser();
  const [old, recent, current] = [newId(), newId(), newId()];
  await createPhoto(user, current);
  await endOf(user, old, recent);
  await service.pool.query(
    `update shortener.photo_sources set ended_at = ended_at - interval '8 days' where screenshot_id = $1`,
    [old],
  );

  await forgetEndedSources(service.pool);

  expect((await sourcesOf(user)).sort()).toEqual([recent, current].sort());
});

test('too many links or screenshots at once are refused, and none is deleted', async () => {
  const user = testUser();
  const screenshotId = newId();
  const photo = await createPhoto(user, screenshotId);
  const links = Array.from({ length: 101 }, () => ({ linkId: photo.id, userId: user.userId }));
  const screenshotIds = links.map(() => screenshotId);

  await expect(photoLinks().endPhotoLinks({ links })).rejects.toMatchObject({ kind: 'invalid_input' });
  await expect(endOf(user, ...screenshotIds)).rejects.toMatchObject({ kind: 'invalid_input' });

  expect(await statusOf(photo)).toBe(200);
});

test('neither users nor other services may delete links', async () => {
  for (const principal of [testUser(), { kind: 'service', service: 'deal' } as const]) {
    const calls = service.as(principal, PhotoLinkService);
    await expect(calls.endPhotoLinks({ links: [] })).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(calls.endPhotoLinksOfScreenshots({ screenshots: [] })).rejects.toMatchObject({ kind: 'forbidden' });
  }
});
