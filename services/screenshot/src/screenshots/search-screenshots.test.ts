import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { testUser } from '@svc/chassis/testing/test-service';
import { SearchService } from '@svc/proto/search/v1/search_service';
import { v7 as newId } from 'uuid';
import { keep } from '../testing/image-requests.js';
import { type ScreenshotService, startScreenshot } from '../testing/screenshot-service.js';
import { freshPng } from '../testing/test-files.js';

let service: ScreenshotService;

beforeAll(async () => {
  service = await startScreenshot();
});

afterAll(() => service?.stop());

async function search(user: UserPrincipal, query: string, scope = 'mine-and-shared') {
  const { results } = await service.as(user, SearchService).search({ query, scope, types: ['screenshots'], limit: 20 });
  return results[0]!.hits;
}

test('finds screenshots by note, URL and short id, only for users who see them', async () => {
  const teamId = newId();
  const owner = testUser();
  const member = testUser({ teams: [{ id: teamId, role: 'member' }] });
  const id = await keep(service, owner, await freshPng(), {
    note: 'Proof of März',
    sourceUrl: 'https://example.com/clip',
  });
  const [row] = await service.pool.list<{ shortId: string }>(
    'select short_id as "shortId" from screenshot.screenshots where id = $1',
    [id],
  );

  const [found] = await search(owner, 'proof of marz');
  expect(found).toMatchObject({ id, title: 'Proof of März', url: `/screenshots?screenshotId=${id}`, score: 0.8 });
  expect(await search(owner, row!.shortId)).toMatchObject([{ id, score: 1 }]);
  expect(await search(owner, 'example.com/clip')).toMatchObject([{ id, snippet: 'https://example.com/clip' }]);
  expect(await search(member, 'proof')).toEqual([]);

  await service.pool.query(
    `insert into screenshot.screenshot_shares (id, screenshot_id, team_id, shared_by) values ($1, $2, $3, $4)`,
    [newId(), id, teamId, owner.userId],
  );
  const [seen] = await search(member, 'proof');
  expect(seen).toMatchObject({ id, access: { role: 'team-member', canEdit: false } });
  expect(seen?.access?.redacted).toContain('shareUrl');

  await service.shots(owner).deleteScreenshot({ screenshotId: id });
  expect(await search(owner, 'proof')).toEqual([]);
});

test('finds the screenshots of a video first by its URL in any spelling, or by its id, only for users who see them', async () => {
  const [owner, stranger] = [testUser(), testUser()];
  const id = await keep(service, owner, await freshPng(), {
    note: 'Of the video',
    sourceUrl: 'https://www.youtube.com/watch?v=abc123XYZ_0',
  });
  const noted = await keep(service, owner, await freshPng(), { note: 'Like youtu.be/abc123XYZ_0, but another' });
  await keep(service, owner, await freshPng(), { sourceUrl: 'https://www.youtube.com/watch?v=abc123XYZ_1' });

  const spellings = [
    'https://youtu.be/abc123XYZ_0?si=x&t=75',
    'https://www.youtube.com/watch?v=abc123XYZ_0',
    'm.youtube.com/shorts/abc123XYZ_0',
  ];
  for (const query of spellings) expect(await search(owner, query)).toMatchObject([{ id, score: 1 }]);
  expect(await search(owner, 'https://youtu.be/abc123XYZ_0')).toMatchObject([{ id, score: 1 }]);
  expect(await search(owner, 'abc123XYZ_0')).toMatchObject([{ id, score: 1 }, { id: noted }]);
  expect(await search(stranger, 'https://youtu.be/abc123XYZ_0')).toEqual([]);

  await service.shots(owner).deleteScreenshot({ screenshotId: id });
  expect(await search(owner, 'https://www.youtube.com/watch?v=abc123XYZ_0')).toEqual([]);
});
