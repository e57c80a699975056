import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { SignedInPrincipal } from '@svc/chassis/calls/principal';
import { testUser } from '@svc/chassis/testing/test-service';
import { PhotoLinkService } from '@svc/proto/shortener/v1/photo_link_service';
import sharp from 'sharp';
import { v7 as newId } from 'uuid';
import type { ShortenerService, TestHosts } from '../testing/shortener-service.js';
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

async function createPhoto(as: SignedInPrincipal): Promise<PhotoLink> {
  const headers = { 'content-type': 'image/png', ...(await hosts.headersOf({ as, through: 'internal' })) };
  const response = await fetch(`${hosts.internalUrl}/dashboard/photos`, { method: 'POST', headers, body: png });
  return (await response.json()) as PhotoLink;
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

test('too many links at once are refused, and none is deleted', async () => {
  const user = testUser();
  const photo = await createPhoto(user);
  const links = Array.from({ length: 101 }, () => ({ linkId: photo.id, userId: user.userId }));

  await expect(photoLinks().endPhotoLinks({ links })).rejects.toMatchObject({ kind: 'invalid_input' });

  expect(await statusOf(photo)).toBe(200);
});

test('neither users nor other services may delete links', async () => {
  for (const principal of [testUser(), { kind: 'service', service: 'deal' } as const]) {
    await expect(service.as(principal, PhotoLinkService).endPhotoLinks({ links: [] })).rejects.toMatchObject({
      kind: 'forbidden',
    });
  }
});
