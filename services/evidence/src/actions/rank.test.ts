import { describe, expect, test } from '@jest/globals';
import { REQUEST, VIDEO_ID, VIDEO_URL } from '../testing/evidence.js';
import { type OutputOf, runTool } from '../testing/run-tool.js';

type Ranking = OutputOf<'rank_candidates'>;

const rank = (candidates: object[], request: object = REQUEST): Ranking =>
  runTool('rank_candidates', { ...request, candidates });
const features = (candidate: object, request: object = REQUEST): [string, number][] =>
  rank([{ url: VIDEO_URL, ...candidate }], request).ranked[0]?.features.map(({ name, points }) => [name, points]) ?? [];

const TIKTOK = 'https://www.tiktok.com/@creator/video/7450000000000000000';
const cue = (text: string): object => ({ transcriptCues: [{ startSeconds: 81.2, endSeconds: 84, text }] });

describe('points for and against a candidate', () => {
  const asked = (account: object): object => ({ account });

  test.each([
    [{}, { account: { platform: 'tiktok', handle: '@Creator' } }, []],
    [{ accountHandle: '@Creator' }, asked({ platform: 'youtube', handle: 'creator' }), [['accountMatch', 22]]],
    [{ accountHandle: 'creator' }, asked({ handle: 'creator' }), [['accountMatch', 22]]],
    [{ accountHandle: 'creator' }, asked({ platform: 'tiktok', handle: 'creator' }), [['accountMatch', 12]]],
    [{ accountHandle: 'creatorofall' }, asked({ platform: 'youtube', handle: 'creatorofal1' }), [['accountMatch', 8]]],
    [{ accountHandle: 'somebody' }, asked({ platform: 'youtube', handle: 'creator' }), [['accountMatch', -15]]],
    [{ publishedText: '2026-05-01' }, REQUEST, [['date', 20]]],
    [{ publishedText: '2026-05-02' }, REQUEST, [['date', 16]]],
    [{ publishedText: '2026-05-03' }, REQUEST, [['date', 10]]],
    [{ publishedText: '3 weeks ago' }, REQUEST, [['date', 8]]],
    [{ publishedText: '2026-01-01' }, REQUEST, [['date', -20]]],
    [cue('use code save twenty'), REQUEST, [['promoTranscript', 15.3]]],
    [{ caption: 'use code SAVE20' }, REQUEST, [['promoCaption', 16]]],
    [{ title: 'use code SAVE20' }, REQUEST, [['promoCaption', 16]]],
    [{ firstComment: { text: 'use code SAVE20', byAuthor: true } }, REQUEST, [['promoFirstComment', 12]]],
    [{ firstComment: { text: 'use code SAVE20', byAuthor: false } }, REQUEST, [['promoFirstComment', 4.8]]],
    [{ firstComment: { text: 'use code SAVE20' } }, REQUEST, [['promoFirstComment', 4.8]]],
    [{ caption: 'thanks to NordVPN' }, { brand: { name: 'Nord', aliases: ['NordVPN'] } }, [['brandMention', 6]]],
    [cue('thanks to nord vpn'), { brand: { name: 'Nord VPN' } }, [['brandMention', 6]]],
    [{ title: 'Summer sandals' }, { query: 'Sandals winter' }, [['queryOverlap', 4]]],
    [{ foundVia: 'explicit_url' }, {}, [['foundVia', 6]]],
    [{ foundVia: 'due_views' }, {}, [['foundVia', 6]]],
    [{ foundVia: 'account_page' }, {}, [['foundVia', 4]]],
    [{ foundVia: 'search' }, {}, [['foundVia', 2]]],
    [{ viewCount: 5 }, {}, [['viewCountReadable', 3]]],
    [{ viewCount: '1.2M views' }, {}, [['viewCountReadable', 2]]],
    [{ caption: 'use code NORD50' }, REQUEST, [['otherPromoCode', -6]]],
    [{ caption: 'use code NORD50' }, {}, []],
  ])('%j with %j', (candidate, request, points) => {
    expect(features(candidate, request)).toEqual(points);
  }); // prettier-ignore
});

test('the score is limited to 0 to 100 and determines the band', () => {
  const best = {
    url: TIKTOK,
    published: { date: '2026-05-01', source: 'app_state' },
    caption: 'Summer sandals by Brand, use code SAVE20',
    firstComment: { text: 'use code SAVE20', byAuthor: true },
    ...cue('use code SAVE20'),
    viewCount: 5,
    foundVia: 'explicit_url',
  };
  const request = { ...REQUEST, query: 'summer sandals', brand: { name: 'Brand' }, account: { platform: 'tiktok', handle: 'creator' } };
  const worst = { url: VIDEO_URL, accountHandle: 'other', publishedText: '2026-01-01' };

  expect(rank([worst, best], request).ranked).toMatchObject([
    { rank: 1, score: 100, band: 'strong', promo: { tier: 'exact', where: 'transcript', score: 1 }, evidenceClass: 'navigation_only' },
    { rank: 2, score: 0, band: 'poor', promo: null },
  ]);
}); // prettier-ignore

test.each([
  [{ caption: 'code SAVE20', published: { date: '2026-05-01', source: 'app_state' }, ...cue('code SAVE20'), firstComment: { text: 'code SAVE20', byAuthor: true }, viewCount: 5, foundVia: 'search' }, 71, 'strong'],
  [{ caption: 'code SAVE20', publishedText: '2026-05-01', firstComment: { text: 'code SAVE20', byAuthor: true } }, 48, 'likely'],
  [{ publishedText: '2026-05-01' }, 20, 'weak'],
  [{ publishedText: '2026-05-02' }, 16, 'poor'],
])('%j has %d points and is %s', (candidate, score, band) => {
  expect(rank([{ url: VIDEO_URL, ...candidate }]).ranked).toMatchObject([{ score, band }]);
}); // prettier-ignore

test('candidates with equal scores are sorted by nearer date, readable count and then key', () => {
  const ids = ['7450000000000000003', '7450000000000000002', '7450000000000000001'];
  const [third, second, first] = ids.map((id) => ({ url: `https://www.tiktok.com/@a/video/${id}` }));
  const order = (candidates: object[]): (string | undefined)[] =>
    rank(candidates, {}).ranked.map(({ canonicalUrl }) => canonicalUrl.at(-1));

  expect(order([third ?? {}, first ?? {}, second ?? {}])).toEqual(['1', '2', '3']);
});

test('rows that are not candidates are excluded, with the reason', () => {
  const { ranked, excluded } = rank([
    { url: VIDEO_URL },
    { url: `https://youtu.be/${VIDEO_ID}` },
    { url: 'https://www.youtube.com/@a' },
    { url: 'https://vm.tiktok.com/a' },
    { url: 'https://blog.creator.com/a' },
  ]);

  expect(ranked).toHaveLength(1);
  expect(excluded.map(({ index, reason }) => [index, reason])).toEqual([
    [1, 'duplicate_candidate'],
    [2, 'account_page'],
    [3, 'short_link_unresolved'],
    [4, 'unsupported_platform'],
  ]);
});

test('proof seen in the video makes it direct, and adds no points', () => {
  const directProof = { status: 'confirmed', proofKind: 'spoken_promo', evidenceSource: 'video_playback' };

  expect(rank([{ url: VIDEO_URL, directProof }]).ranked).toMatchObject([{ score: 0, evidenceClass: 'direct' }]);
  expect(
    rank([{ url: VIDEO_URL, directProof: { ...directProof, evidenceSource: 'transcript' } }]).ranked,
  ).toMatchObject([{ evidenceClass: 'navigation_only' }]);
});

test('search results are ranked by their snippets', () => {
  const answer = runTool('rank_search_results', {
    ...REQUEST,
    results: [
      { url: 'https://blog.creator.com/a', title: 'A blog', snippet: 'use code SAVE20', position: 1 },
      { url: TIKTOK, title: 'A video', snippet: 'use code SAVE20', position: 2 },
    ],
  });

  expect(answer.ranked).toMatchObject([
    { canonicalUrl: TIKTOK, promo: { where: 'caption' }, evidenceClass: 'navigation_only' },
  ]);
  expect(answer.ranked[0]?.features.map(({ name }) => name)).toEqual(['date', 'promoCaption', 'foundVia']);
  expect(answer.excluded).toMatchObject([{ index: 0, reason: 'unsupported_platform' }]);
  expect(answer.nextAction).toEqual({ action: 'plan_proof_capture' });
});

test('a date in the future is ignored, with a warning', () => {
  const { warnings, ranked } = rank([{ url: VIDEO_URL, publishedText: '2026-06-01' }]);

  expect(warnings).toMatchObject([{ code: 'date_in_future', path: 'candidates.0.published' }]);
  expect(ranked).toMatchObject([{ dateConfidence: 'unknown', score: 0 }]);
});
