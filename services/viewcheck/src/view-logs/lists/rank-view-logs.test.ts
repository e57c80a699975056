import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { SearchService } from '@svc/proto/search/v1/search_service';
import { newViewLog, startViewcheck, type ViewcheckService } from '../../testing/viewcheck-service.js';

let service: ViewcheckService;

beforeAll(async () => {
  service = await startViewcheck();
});

afterAll(() => service?.stop());

async function search(user: UserPrincipal, query: string, scope = 'mine-and-shared') {
  const { results } = await service.as(user, SearchService).search({ query, scope, types: ['view_logs'], limit: 20 });
  return results[0]!.hits;
}

test('view logs are found by their notes and deals, only by users who can see the deal', async () => {
  const deal = service.createDeal({ dealName: 'Spring launch', videoUrl: 'https://video.example/watch' });
  const { owner, stranger } = deal.users;
  const member = deal.users['team-member'];
  const { viewLog } = await service
    .logs(owner)
    .addViewLog(newViewLog(deal, { value: 12_000, note: 'Counted from the needle' }));

  const byNote = await search(owner, 'needle');
  expect(byNote).toMatchObject([
    {
      id: viewLog!.id,
      title: 'Spring launch',
      snippet: 'Counted from the needle',
      url: `/deals/${deal.dealId}`,
      score: 0.4,
    },
  ]);
  expect(await search(owner, viewLog!.id)).toMatchObject([{ score: 1 }]);
  expect((await search(owner, 'spring')).map(({ id, score }) => [id, score])).toEqual([[viewLog!.id, 0.2]]);
  expect((await search(member, 'needle')).map(({ access }) => access?.role)).toEqual(['team-member']);
  expect(await search(member, 'needle', 'mine')).toEqual([]);
  expect(await search(stranger, 'needle')).toEqual([]);
});
