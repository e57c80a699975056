import { describe, expect, test } from '@jest/globals';
import { VIDEO_ID, VIDEO_URL } from '../testing/evidence.js';
import { DEFAULTS, type OutputOf, runTool } from '../testing/run-tool.js';

const audit = (...rows: object[]): OutputOf<'audit_browser_candidate_intake'> =>
  runTool('audit_browser_candidate_intake', { rows });

test('all forms of one link are one candidate, and the others are duplicates', () => {
  const answer = audit(
    { url: `youtu.be/${VIDEO_ID}?si=a&t=75` },
    { url: `m.youtube.com/watch?app=desktop&v=${VIDEO_ID}&list=x` },
    { url: `https://www.youtube.com/shorts/${VIDEO_ID}?feature=share` },
    { url: `https://www.youtube.com/live/${VIDEO_ID}` },
  );

  expect(answer.counts).toEqual({ input: 4, accepted: 1, rejected: 0, duplicates: 3 });
  expect(answer.accepted[0]).toMatchObject({
    canonicalUrl: VIDEO_URL,
    canonicalKey: `youtube:${VIDEO_ID}`,
    platform: 'youtube',
    contentKind: 'video',
    startSeconds: 75,
  });
  const id = answer.accepted[0]?.candidateId;
  expect(answer.duplicates).toEqual([1, 2, 3].map((index) => ({ index, duplicateOf: id })));
  expect(answer.nextAction).toEqual({ action: 'extract_transcript_cues' });
});

test.each([
  ['https://youtube.com.evil.example/watch?v=ID', 'unsupported_platform'],
  ['https://yоutube.com/watch?v=ID', 'unsupported_platform'],
  [`https://user@youtube.com/watch?v=${VIDEO_ID}`, 'userinfo_not_allowed'],
  [`https://youtube.com:8443/watch?v=${VIDEO_ID}`, 'unexpected_port'],
  ['https://vm.tiktok.com/x', 'short_link_unresolved'],
  ['https://www.youtube.com/@creator', 'account_page'],
  ['https://www.youtube.com/results?search_query=a', 'search_page'],
  ['https://www.youtube.com/playlist?list=a', 'not_a_video'],
  [`https://youtu.be/${'a'.repeat(3_000)}`, 'too_long'],
  ['javascript:alert(1)', 'invalid_url'],
  ['', 'invalid_url'],
  [null, 'invalid_url'],
])('%s is rejected: %s', (url, reason) => {
  expect(audit({ url })).toMatchObject({ accepted: [], rejected: [{ index: 0, reason }] });
});

describe('pages of other hosts', () => {
  const url = 'https://blog.creator.com/video?utm_source=a';

  test.each(['explicit_url', 'due_views', 'candidate_json'])('named by the request (%s) are candidates', (foundVia) => {
    const answer = audit({ url, foundVia });

    expect(answer.accepted).toMatchObject([
      { platform: 'other', contentKind: 'web_page', canonicalUrl: 'https://blog.creator.com/video' },
    ]);
    expect(answer.accepted[0]?.canonicalKey).toMatch(/^web:[0-9a-f]{16}$/);
    expect(answer.warnings).toMatchObject([{ code: 'unsupported_platform', path: 'rows.0.url' }]);
  });

  test.each(['search', 'account_page', '', undefined])('found otherwise (%s) are rejected', (foundVia) => {
    expect(audit({ url, foundVia }).rejected).toMatchObject([{ reason: 'unsupported_platform' }]);
  });

  test.each(['http://localhost/a', 'http://192.168.0.1/', 'https://metadata.google.internal/', 'http://[::1]/'])(
    '%s is not a public page',
    (privateUrl) => {
      expect(audit({ url: privateUrl, foundVia: 'explicit_url' }).rejected).toMatchObject([
        { reason: 'local_or_private_target' },
      ]);
    },
  );

  test.each(['search', 'account_page', '', undefined])(
    'a local address found otherwise (%s) is named as one',
    (foundVia) => {
      const rows = ['http://127.0.0.1/v', 'http://10.1.2.3/x', 'http://localhost/a'].map((address) => ({
        url: address,
        foundVia,
      }));

      expect(audit(...rows).rejected.map(({ reason }) => reason)).toEqual(rows.map(() => 'local_or_private_target'));
    },
  );

  test('an allowed private target keeps scheme and port, and is a page at exactly that address', () => {
    const allowed = { ...DEFAULTS, allowedPrivateTargets: new Set(['127.0.0.1:4567']) };
    const rows = [
      { url: 'http://127.0.0.1:4567/a#b', foundVia: 'explicit_url' },
      { url: 'http://127.0.0.1:4568/a', foundVia: 'explicit_url' },
    ];
    const answer = runTool('audit_browser_candidate_intake', { rows }, allowed);

    expect(answer.accepted).toMatchObject([{ canonicalUrl: 'http://127.0.0.1:4567/a', contentKind: 'web_page' }]);
    expect(answer.rejected).toMatchObject([{ index: 1, reason: 'unexpected_port' }]);
  });
});

test('duplicates add missing fields: first values, the longest caption, all cues', () => {
  const { accepted } = audit(
    { url: VIDEO_URL, title: 'First', caption: 'short', transcriptCues: [{ startSeconds: 9, text: 'later' }] },
    {
      url: `https://youtu.be/${VIDEO_ID}`,
      title: 'Second',
      caption: 'much longer',
      viewCountText: '1.2M views',
      transcriptCues: [{ startSeconds: 1, text: 'sooner' }, { startSeconds: 9, text: 'later' }],
    },
  );

  expect(accepted).toMatchObject([
    {
      title: 'First',
      caption: 'much longer',
      viewCount: { value: 1_200_000 },
      transcriptCues: [{ startSeconds: 1, text: 'sooner' }, { startSeconds: 9, text: 'later' }],
    },
  ]);
}); // prettier-ignore

describe('a row is parsed', () => {
  test('missing values are null, and ids derive from the video', () => {
    expect(audit({ url: VIDEO_URL }).accepted).toEqual([
      {
        candidateId: 'c_d165de6b3810',
        url: VIDEO_URL,
        canonicalUrl: VIDEO_URL,
        canonicalKey: `youtube:${VIDEO_ID}`,
        platform: 'youtube',
        contentKind: 'video',
        startSeconds: null,
        accountHandle: null,
        title: null,
        caption: null,
        firstComment: null,
        transcriptCues: [],
        transcriptSource: 'none',
        viewCount: null,
        published: null,
        durationSeconds: null,
        foundVia: null,
        directProof: null,
        candidateCaptureHint: { screenshotSelector: null, waitForSelector: null, captureClip: null },
      },
    ]);
  });

  test.each([
    ['1.2M views', { value: 1_200_000, precision: 'rounded', rangeMin: 1_150_000, rangeMax: 1_299_999 }],
    ['12万回視聴', { value: 120_000 }],
    ['1,2 mil', { value: null, reason: 'ambiguous_unit', alternatives: [1_200, 1_200_000] }],
    ['353 likes', { value: null, reason: 'not_a_view_count' }],
    ['-5 views', { value: null, reason: 'out_of_range' }],
    ['20K', { value: 20_000 }],
    ['No views', { value: 0, precision: 'exact' }],
    ['many', { value: null, reason: 'not_a_view_count' }],
  ])('the count %j', (viewCountText, viewCount) => {
    expect(audit({ url: VIDEO_URL, viewCountText }).accepted).toMatchObject([{ viewCount }]);
  });

  test.each([
    [5, { value: 5, source: 'operator', precision: 'exact' }],
    [0, { value: 0 }],
    [-0, { value: 0 }],
    [-5, { value: null, reason: 'out_of_range' }],
    [1.5, { value: null, reason: 'not_an_integer' }],
    [1e300, { value: null, reason: 'out_of_range' }],
    ['1.2M views', { value: 1_200_000, source: 'operator' }],
    [
      { value: 5, source: 'profile_grid', rangeMin: 9 },
      { value: 5, source: 'profile_grid', rangeMin: 5, rangeMax: 5 },
    ],
    [
      { value: null, rawText: '12K views', source: 'dom_text' },
      { value: 12_000, source: 'dom_text' },
    ],
    [
      { value: null, reason: 'hidden' },
      { value: null, reason: 'hidden' },
    ],
  ])('the stated count %j', (viewCount, expected) => {
    expect(audit({ url: VIDEO_URL, viewCount }).accepted).toMatchObject([{ viewCount: expected }]);
  });

  test.each([
    [{ publishedText: 'May 1, 2026' }, { date: '2026-05-01', source: 'dom_text', reason: null }],
    [{ publishedText: '3 weeks ago' }, { date: null, source: 'relative_text', rawText: '3 weeks ago', reason: null }],
    [{ publishedText: '01/02/2026' }, { date: null, reason: 'ambiguous_date' }],
    [{ published: '2026-05-01T23:30:00-07:00' }, { date: '2026-05-02', at: '2026-05-02T06:30:00.000Z' }],
    [{ published: { date: '2026-05-01', source: 'app_state' } }, { date: '2026-05-01', source: 'app_state' }],
    [
      { published: { date: '2026-05-01' }, publishedText: 'May 2, 2026' },
      { date: '2026-05-02', source: 'dom_text' },
    ],
  ])('the date %j', (fields, published) => {
    expect(audit({ url: VIDEO_URL, ...fields }).accepted).toMatchObject([{ published }]);
  });

  test.each([
    ['https://www.tiktok.com/@a/video/7450000000000000000', '2024-12-19T06:04:55.000Z'],
    ['https://www.instagram.com/p/DXwSrpLNbJd/', '2026-04-30T11:43:33.487Z'],
  ])('the id of %s contains its date, without any text', (url, at) => {
    expect(audit({ url }).accepted).toMatchObject([
      { published: { at, date: at.slice(0, 10), source: 'id_timestamp' } },
    ]);
  });

  test("derived fields are recomputed, regardless of the row's values", () => {
    const row = { url: VIDEO_URL, canonicalKey: 'youtube:other', platform: 'tiktok', contentKind: 'web_page' };

    expect(audit(row).accepted).toMatchObject([
      { canonicalKey: `youtube:${VIDEO_ID}`, platform: 'youtube', contentKind: 'video' },
    ]);
  });

  test('texts are reduced to one line, without direction marks, and cut to their maximum, with a warning', () => {
    const { accepted, warnings } = audit({
      url: VIDEO_URL,
      title: `\u202egnp.exe\nsecond${'a'.repeat(400)}`,
      caption: '\u0301'.repeat(100_000),
      firstComment: { text: 'b'.repeat(2_001), byAuthor: true, pinned: null },
      transcriptCues: [{ startSeconds: 1, text: 'c'.repeat(241) }],
    });

    expect(accepted[0]?.title).toMatch(/^gnp\.exe seconda+$/);
    expect(accepted[0]?.title?.length).toBeLessThanOrEqual(300);
    expect(accepted[0]?.caption).toHaveLength(5_000);
    expect(warnings.map(({ code, path }) => [code, path])).toEqual([
      ['text_cut', 'rows.0.firstComment.text'],
      ['text_cut', 'rows.0.transcriptCues.0.text'],
      ['text_cut', 'rows.0.title'],
      ['text_cut', 'rows.0.caption'],
    ]);
  });

  test('hints that a capture would refuse are dropped, with a warning', () => {
    const { accepted, warnings } = audit({
      url: VIDEO_URL,
      screenshotSelector: 'text=Views',
      waitForSelector: 'h1',
      captureClip: { x: -1, y: 0, width: 10, height: 10 },
    });

    expect(accepted[0]?.candidateCaptureHint).toEqual({
      screenshotSelector: null,
      waitForSelector: 'h1',
      captureClip: null,
    });
    expect(warnings.map(({ path }) => path)).toEqual(['rows.0.captureClip', 'rows.0.screenshotSelector']);
  });

  test('of two videos with the same id the first keeps it', () => {
    const answer = audit(
      { url: VIDEO_URL, candidateId: 'mine' },
      { url: 'https://x.com/a/status/1234567', candidateId: 'mine' },
    );

    expect(answer.accepted[0]?.candidateId).toBe('mine');
    expect(answer.accepted[1]?.candidateId).toMatch(/^c_/);
    expect(answer.warnings).toMatchObject([{ code: 'candidate_id_taken', path: 'rows.1.candidateId' }]);
  });

  test('an accepted row can be sent again with the same meaning', () => {
    const { accepted } = audit({
      url: `https://youtu.be/${VIDEO_ID}?t=75`,
      title: 'A title',
      viewCountText: '1.2M views',
      publishedText: '3 weeks ago',
      directProof: { status: 'rejected', reviewedAt: '2026-05-01' },
      screenshotSelector: 'h1',
    });

    expect(audit(...accepted).accepted).toEqual(accepted);
  });
});
