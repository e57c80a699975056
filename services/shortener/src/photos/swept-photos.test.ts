import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { silentLog } from '@svc/chassis/testing/service-database';
import { createObjectClaim, type ObjectClaim } from '@svc/objects/claim/object-claim';
import type { ObjectStore } from '@svc/objects/store/object-store';
import { openObjectStore } from '@svc/objects/store/open-object-store';
import { sweepObjects } from '@svc/objects/sweep/sweep-objects';
import { agedStore, ageMarks } from '@svc/objects/testing/image-tables';
import { testFolderOptions } from '@svc/objects/testing/test-object-store';
import { PurgeService } from '@svc/proto/purge/v1/purge_service';
import sharp from 'sharp';
import type { ShortenerService, TestHosts } from '../testing/shortener-service.js';
import { agentWith, startShortener } from '../testing/shortener-service.js';
import { imageTables } from './photo-repo.js';

const agent = agentWith();
let service: ShortenerService;
let hosts: TestHosts;
let claim: ObjectClaim;
let colors = 0;

beforeAll(async () => {
  const objects = testFolderOptions();
  service = await startShortener();
  hosts = await service.openHosts({ objects });
  const store = agedStore(await openObjectStore(objects, silentLog));
  claim = createObjectClaim({ ...imageTables(service.pool), store, installationId: 'tests' });
  await claim.look();
});

afterAll(() => service?.stop());

async function freshImage(): Promise<string> {
  colors += 1;
  const create = { width: 6, height: 4, channels: 3 as const, background: `#0000${String(colors).padStart(2, '0')}` };
  return (await sharp({ create }).png().toBuffer()).toString('base64');
}

const upload = (image: string) => hosts.call('POST', '/photos', { as: agent, body: { image } });
const remove = (shortId: string) => hosts.call('DELETE', `/links/${shortId}`, { as: agent });
const raw = async (shortId: string): Promise<number> => (await hosts.open(`/${shortId}/raw`)).status;
const sweep = (store = claim.store) => sweepObjects({ ...imageTables(service.pool), claim: { ...claim, store } });
const age = (days: number) => ageMarks({ pool: service.pool, schema: 'shortener' }, days);

async function isThere(image: string): Promise<boolean> {
  const sha256 = createHash('sha256').update(Buffer.from(image, 'base64')).digest('hex');
  return (await claim.store.stat(`sha256/${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`)) !== null;
}

test('the photo of a deleted link, or account, is deleted after a day, unless another link shows it', async () => {
  const [gone, shared, purged] = [await freshImage(), await freshImage(), await freshImage()];
  const other = agentWith();
  await hosts.call('POST', '/photos', { as: other, body: { image: purged } });
  const { body: first } = await upload(gone);
  const { body: second } = await upload(shared);
  const { body: kept } = await upload(shared);
  for (const { shortId } of [first, second]) await remove(shortId);
  await service.as({ kind: 'service', service: 'identity' }, PurgeService).purgeAccount({ ownerId: other.userId });

  await sweep();
  const early = await Promise.all([gone, shared, purged].map(isThere));
  await age(1);
  await sweep();

  expect(early).toEqual([true, true, true]);
  expect(await Promise.all([gone, shared, purged].map(isThere))).toEqual([false, true, false]);
  expect(await raw(kept.shortId)).toBe(200);
});

test('a photo uploaded again while it is being deleted is kept', async () => {
  const image = await freshImage();
  await remove((await upload(image)).body.shortId);
  await age(1);
  let again: ReturnType<typeof upload> | undefined;
  const slow: ObjectStore = {
    ...claim.store,
    async delete(key) {
      again ??= upload(image);
      await claim.store.delete(key);
    },
  };

  await sweep(slow);
  const answer = await again;

  expect(answer?.status).toBe(201);
  expect(await raw(answer?.body.shortId ?? '')).toBe(200);
});
