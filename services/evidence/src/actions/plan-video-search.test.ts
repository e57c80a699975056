import { execFileSync } from 'node:child_process';
import { describe, expect, test } from '@jest/globals';
import { parseAccountUrl } from '@svc/video-pages/addresses/video-link';
import { DEAL_ID, OWN_VIDEO_ID, REQUEST, VIDEO_URL } from '../testing/evidence.js';
import { type OutputOf, runTool } from '../testing/run-tool.js';

const plan = (fields: object): OutputOf<'plan_video_search'> => runTool('plan_video_search', fields);
const ACCOUNT = { platform: 'tiktok', handle: '@Creator' };

test('a web search is planned only if there are words to search for', () => {
  const { browserSearchTargets: targets } = plan({
    requestedDate: '2026-05-01',
    account: { url: 'https://blog.tumblr.com/me' },
  });

  expect(targets.filter(({ query }) => query === '')).toEqual([]);
});

describe('a request without a date or anchor is blocked, with what is missing and why', () => {
  test.each([
    [{ promoCode: 'SAVE20', requestedDate: 'yesterday' }, [{ field: 'requestedDate', reason: 'relative_date', suggestedValues: ['2026-05-19'] }]],
    [{ promoCode: 'SAVE20', requestedDate: '2026-02-30' }, [{ field: 'requestedDate', reason: 'not_a_day' }]],
    [{ promoCode: 'SAVE20', requestedDate: '01/02/2026' }, [{ field: 'requestedDate', reason: 'ambiguous_date', suggestedValues: ['2026-01-02', '2026-02-01'] }]],
    [{ promoCode: 'SAVE20', requestedDate: 'May 1' }, [{ field: 'requestedDate', reason: 'ambiguous_date', suggestedValues: ['2026-05-01'] }]],
    [{ promoCode: 'SAVE20', requestedDate: '2026-05-22' }, [{ field: 'requestedDate', reason: 'in_the_future' }]],
    [{ promoCode: 'SAVE20', requestedDate: 'soon' }, [{ field: 'requestedDate', reason: 'not_a_date' }]],
    [{ ...REQUEST, requestedDateTo: '2026-04-30' }, [{ field: 'requestedDateTo', reason: 'before_requested_date' }]],
    [{ ...REQUEST, requestedDate: '2026-04-01', requestedDateTo: '2026-05-02' }, [{ field: 'requestedDateTo', reason: 'range_too_long' }]],
    [{ requestedDate: '2026-05-01', query: 'video' }, [{ field: 'anchor', reason: 'query_too_generic' }]],
    [{ requestedDate: '2026-05-01', query: 'ab' }, [{ field: 'anchor', reason: 'query_too_short' }]],
    [{ requestedDate: '2026-05-01', promoCode: '--' }, [{ field: 'anchor', reason: 'promo_code_too_short' }]],
    [{ requestedDate: '2026-05-01', urls: [VIDEO_URL] }, [{ field: 'anchor', reason: 'video_url_is_no_anchor' }]],
    [{ requestedDate: '2026-05-01', account: { url: VIDEO_URL } }, [{ field: 'anchor', reason: 'account_not_readable' }]],
    [{ requestedDate: '2026-05-01', account: { url: 'http://127.0.0.1/@a' } }, [{ field: 'anchor', reason: 'account_not_readable' }]],
    [{ requestedDate: '2026-05-01' }, [{ field: 'anchor', reason: 'missing', anyOf: ['promoCode', 'query', 'account'] }]],
    [{ promoCode: 'SAVE20' }, [{ field: 'requestedDate', reason: 'missing' }]],
    [{}, [{ field: 'requestedDate', reason: 'missing' }, { field: 'anchor', reason: 'missing' }]],
  ])('%j', (fields, missingFields) => {
    const answer = plan(fields);

    expect(answer.requestReadiness).toMatchObject({ ready: false, status: 'blocked', missingFields });
    expect(answer.browserSearchTargets).toEqual([]);
    expect(answer.nextAction).toEqual({ action: 'plan_video_search' });
  }); // prettier-ignore

  test.each([
    [{}, 'On which date was the video posted, and which promo code, search words or account should be checked?'],
    [{ promoCode: 'SAVE20' }, 'On which date was the video posted?'],
    [{ requestedDate: '2026-05-01' }, 'Which promo code, search words or account should be checked?'],
    [REQUEST, null],
  ])('the question for %j is %j', (fields, question) => {
    expect(plan(fields).requestReadiness.operatorQuestion).toBe(question);
  });

  test.each([
    [{ ...REQUEST }, ['promoCode']],
    [{ requestedDate: '1 May 2026', query: 'summer sandals' }, ['query']],
    [{ requestedDate: '2026-05-21', account: ACCOUNT }, ['account']],
    [{ requestedDate: '2026-05-01', account: { handle: 'creator' }, promoCodes: ['SAVE20', 'save20'] }, ['promoCode', 'account']],
    [{ requestedDate: '2026-05-01', account: { url: 'https://blog.creator.com/videos' } }, ['account']],
    [{ requestedDate: '2026-04-01', requestedDateTo: '2026-05-01', query: 'summer sandals' }, ['query']],
  ])('%j is ready', (fields, satisfiedAnchors) => {
    const answer = plan(fields);

    expect(answer.requestReadiness).toMatchObject({ ready: true, status: 'ready', missingFields: [], satisfiedAnchors });
    expect(answer.nextAction).toEqual({ action: 'audit_browser_candidate_intake' });
  }); // prettier-ignore
});

test('every answer contains the boundary between reading and writing', () => {
  expect(plan({}).requestReadiness).toMatchObject({
    format: 'viewcheck-grillme-request-readiness-v1',
    noWriteBoundary: {
      liveWrites: false,
      persistentViewLogWrites: false,
      allowed: ['read_pages', 'capture_screenshots_on_request'],
      forbidden: ['create_view_log', 'update_view', 'bulk_import'],
      writeRequirements: ['directProof', 'sourceVideoUrl', 'screenshot', 'viewCount', 'observedPromoAtSeconds'],
      writeOperations: { import: 'deals.bulk_add_view_checks', view_check: 'deals.add_view_log' },
    },
  });
});

describe('command templates', () => {
  const templates = (fields: object) => plan(fields).requestReadiness.readyCommandTemplates;

  test('of a blocked request show placeholders for missing values', () => {
    expect(templates({})[0]).toEqual({
      id: 'preflight_promo',
      argv: [
        'npm',
        'run',
        '-s',
        'viewcheck',
        '--',
        'preflight',
        '--requested-date',
        '<YYYY-MM-DD>',
        '--promo-code',
        '<CODE>',
      ],
      command: 'npm run -s viewcheck -- preflight --requested-date <YYYY-MM-DD> --promo-code <CODE>',
    });
  });

  test('of a ready request contain its values, quoted as plain text', () => {
    const [template] = templates({ ...REQUEST, promoCode: "x'; rm -rf ~", brand: { name: '$(reboot) `id`' } });

    expect(template?.argv.slice(5)).toEqual([
      'preflight', '--requested-date', '2026-05-01', '--promo-code', "x'; rm -rf ~", '--brand', '$(reboot) `id`',
    ]); // prettier-ignore
    const printed = execFileSync('sh', ['-c', `printf '%s\\0' ${template?.command ?? ''}`], { encoding: 'utf8' });
    expect(printed.split('\0').slice(0, -1)).toEqual(template?.argv);
  });

  test('treat a value that looks like an option as a value', () => {
    expect(templates({ ...REQUEST, promoCode: '--mock' })[0]?.argv).toContain('--promo-code=--mock');
  });

  test('include one for each due row while something is missing', () => {
    const dueViews = [
      {
        dealId: DEAL_ID,
        videoId: OWN_VIDEO_ID,
        videoUrl: VIDEO_URL,
        postDate: '2026-05-01',
        promoCode: 'SAVE20',
        daysOverdue: 1,
      },
      { videoUrl: null, postDate: null, promoCode: null },
    ];

    expect(templates({ dueViews }).map(({ command }) => command)).toEqual([
      `npm run -s viewcheck -- preflight --requested-date 2026-05-01 --promo-code SAVE20 --url '${VIDEO_URL}' --workflow view_check`,
      'npm run -s viewcheck -- preflight --requested-date <YYYY-MM-DD> --promo-code <CODE> --workflow view_check',
    ]);
  });
});

describe('search targets', () => {
  test('are explicit pages, due views, the account, then searches', () => {
    const { browserSearchTargets: targets, warnings } = plan({
      ...REQUEST,
      account: ACCOUNT,
      urls: [
        'https://youtu.be/dQw4w9WgXcQ?si=x',
        'https://www.instagram.com/creator/',
        'http://localhost/x',
        'nonsense',
      ],
      dueViews: [{ videoUrl: 'https://x.com/creator/status/1234567' }],
    });

    expect(targets.map(({ kind, platform, url }) => [kind, platform, url])).toEqual([
      ['explicit_url', 'youtube', VIDEO_URL],
      ['explicit_url', 'instagram', 'https://www.instagram.com/creator/'],
      ['due_view_url', 'x', 'https://x.com/i/status/1234567'],
      ['account_page', 'tiktok', 'https://www.tiktok.com/@creator'],
      ['platform_search', 'tiktok', 'https://www.tiktok.com/search/video?q=SAVE20'],
      ['web_search', null, null],
    ]);
    expect(targets.map(({ id }) => id)).toEqual(['t1', 't2', 't3', 't4', 't5', 't6']);
    expect(targets.every(({ opensAutomatically }) => !opensAutomatically)).toBe(true);
    expect(warnings.map(({ code, path }) => [code, path])).toEqual([
      ['local_or_private_target', 'urls.2'],
      ['invalid_url', 'urls.3'],
    ]);
  });

  test.each(['youtube', 'tiktok', 'instagram', 'x', 'facebook', 'twitch'] as const)(
    'include the page of an account on %s, which is parsed back to the account',
    (platform) => {
      const { browserSearchTargets } = plan({ ...REQUEST, account: { platform, handle: 'Creator' } });
      const target = browserSearchTargets.find(({ kind }) => kind === 'account_page');

      expect(parseAccountUrl(target?.url ?? '')).toMatchObject({ platform, handle: 'creator' });
    },
  );

  test('include no page for a handle without a platform', () => {
    expect(plan({ ...REQUEST, account: { handle: 'creator' } }).browserSearchTargets).toContainEqual({
      id: 't1', kind: 'account_page', platform: null, url: null, handle: 'creator', query: null, needs: 'platform',
      reason: 'account_anchor', opensAutomatically: false,
    }); // prettier-ignore
  });

  test('are limited to 40, with a warning when some are left out', () => {
    const promoCodes = Array.from({ length: 10 }, (_, index) => `CODE${index}`);
    const { browserSearchTargets, warnings } = plan({ requestedDate: '2026-05-01', promoCodes });

    expect(browserSearchTargets).toHaveLength(40);
    expect(warnings).toMatchObject([{ code: 'targets_cut' }]);
  });

  test('include an allowed private target exactly as given', () => {
    const answer = runTool(
      'plan_video_search',
      { ...REQUEST, urls: ['http://127.0.0.1:4567/page#top'] },
      { asOf: new Date('2026-05-20T10:00:00Z'), timeZone: 'UTC', allowedPrivateTargets: new Set(['127.0.0.1:4567']) },
    );

    expect(answer.browserSearchTargets[0]?.url).toBe('http://127.0.0.1:4567/page');
  });
});

test('the catalog and the primitives list all operations, and none that writes a view log', () => {
  const { readinessCatalog, primitivesContract, verificationRows, verificationLinks } = plan({});

  expect(readinessCatalog.nativeAutomationFormat).toBe('svc-native-automation-catalog-v1');
  expect(readinessCatalog.commands.every(({ liveWrites }) => !liveWrites)).toBe(true);
  expect(Object.keys(primitivesContract)).toEqual([
    'contextSearch', 'dueViews', 'viewLogs', 'urlShortLink', 'imageUploadShortLink', 'screenshotCapture', 'verificationLinks',
  ]); // prettier-ignore
  expect(primitivesContract.verificationLinks).toHaveLength(3);
  expect([...verificationRows, ...verificationLinks]).toEqual([]);
});
