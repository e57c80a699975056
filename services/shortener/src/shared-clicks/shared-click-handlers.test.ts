import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testUser } from '@svc/chassis/testing/test-service';
import { SharedLinkService } from '@svc/proto/shortener/v1/short_link_service';
import { v7 as newId } from 'uuid';
import { ORIGIN, type ShortenerService, startShortener } from '../testing/shortener-service.js';

let service: ShortenerService;

beforeAll(async () => {
  service = await startShortener();
});

afterAll(() => service?.stop());

const read = (viewingPass: string) =>
  service.as(undefined, SharedLinkService).listSharedLinks({ token: 't', viewingPass });

test('a visitor with an opened share sees the clicks of its owner’s links to the deal, and of no others', async () => {
  const [owner, other, dealId] = [testUser(), testUser(), newId()];
  const create = async (user: typeof owner, fields: object = {}) => {
    const request = { url: 'https://example.com/', tags: [], reuse: false, dealId, ...fields };
    const { link } = await service.links(user).createShortLink(request);
    return link!;
  };
  const [quiet, clicked, deleted] = [await create(owner), await create(owner), await create(owner)];
  await create(owner, { dealId: newId() });
  await create(other);
  await service.links(owner).deleteShortLink({ linkId: deleted.id });
  await service.pool.query(`insert into shortener.link_totals (link_id, clicks, bots) values ($1, 7, 1)`, [clicked.id]);
  const shown = { entityType: 'deal', entityId: dealId, ownerId: owner.userId, videos: [] };
  service.passes.set('p', { ...shown, visibleFields: ['linkClicks'] });
  service.passes.set('q', { ...shown, visibleFields: ['name'] });

  const { links } = await read('p');

  expect(links).toEqual([
    { shortUrl: `${ORIGIN}/${clicked.shortId}`, clicks: 7 },
    { shortUrl: `${ORIGIN}/${quiet.shortId}`, clicks: 0 },
  ]);
  for (const pass of ['q', 'unknown']) await expect(read(pass)).rejects.toMatchObject({ kind: 'not_found' });
});
