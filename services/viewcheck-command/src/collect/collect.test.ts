import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { listenLocally, type LocalListener } from '@svc/chassis/testing/local-listener';
import { listBrowsers } from '@svc/guarded-browser/testing/list-browsers';
import { requireHeadlessShell } from '@svc/guarded-browser/testing/test-chromium';
import { startTestSites, type TestSites } from '@svc/guarded-browser/testing/test-sites';
import { runCommandWith } from '../testing/command-run.js';

const READY = ['--requested-date', '2026-05-01', '--promo-code', 'SAVE20'];
const VIDEO = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';

const env = { CAPTURE_NO_SANDBOX: String(process.getuid?.() === 0), CHROMIUM_PATH: requireHeadlessShell() };
let sites: TestSites;
let canary: LocalListener;
const reached: string[] = [];

beforeAll(async () => {
  sites = await startTestSites([
    'www.youtube.com',
    'blog.example.net',
    'elsewhere.example.org',
    'vm.tiktok.com',
    'www.tiktok.com',
  ]);
  canary = await listenLocally((request, response) => {
    reached.push(request.url ?? '');
    response.end(`<a href="${VIDEO}">A video</a>`);
  });
});

beforeEach(() => {
  sites.asked.length = 0;
  reached.length = 0;
});

afterAll(async () => {
  await sites.close();
  await canary.close();
});

/** Runs the command with host names resolving to the test servers. */
function run(...argv: readonly string[]) {
  return runCommandWith(argv, { network: sites.rules, env });
}

describe('discovery', () => {
  test('collects each video that a given page links to once, and reports a page without videos', async () => {
    const list = sites.put(
      'https://blog.example.net/list',
      `<ul><li><a href="${VIDEO}">Spring haul</a> 12K views</li><li><a href="https://youtu.be/dQw4w9WgXcQ">again</a></li>
       <li><a href="/other-post">Another post</a></li></ul>`,
    );
    const empty = sites.put('https://blog.example.net/empty', '<p>No videos</p>');

    const { exitCode, document } = await run(
      'collect',
      ...READY,
      '--discover-candidates',
      '--url',
      list,
      '--url',
      empty,
    );

    expect(exitCode).toBe(0);
    expect(document).toMatchObject({ format: 'viewcheck-candidate-json-v1', status: 'completed', liveWrites: false });
    expect(document.targets.filter(({ kind }) => kind === 'explicit_url')).toMatchObject([
      { url: list, status: 'opened', videoLinks: 1, reason: null },
      { url: empty, status: 'opened', videoLinks: 0, reason: 'no_linked_video' },
    ]);
    expect(document.candidates).toMatchObject([
      { canonicalUrl: VIDEO, foundVia: 'search', viewCount: { value: 12_000, source: 'search_result' } },
    ]);
  });

  test('opens planned account pages only on request, and never a search', async () => {
    sites.put('https://www.youtube.com/@creator/videos', '<p>Videos</p>');
    sites.put('https://www.youtube.com/@creator', `<a href="/watch?v=dQw4w9WgXcQ">Spring haul</a>`);

    const { document } = await run(
      'collect',
      ...READY,
      '--account',
      'youtube:creator',
      '--discover-candidates',
      '--from-plan-targets',
    );

    expect(document.candidates).toMatchObject([{ canonicalUrl: VIDEO, foundVia: 'account_page' }]);
    expect(sites.asked.filter((address) => !address.endsWith('/favicon.ico'))).toEqual([
      expect.stringMatching(/^https:\/\/www\.youtube\.com\/@creator/),
    ]);
  });

  test.each([
    ['another domain', 'https://elsewhere.example.org/', 'redirect_outside_plan'],
    ['this machine', 'http://127.0.0.1/', 'local_or_private_target'],
  ])('blocks a page that redirects to %s', async (_where, location, reason) => {
    sites.put('https://elsewhere.example.org/', `<a href="${VIDEO}">A video</a>`);
    const page = sites.put('https://blog.example.net/away', (_request, response) =>
      response.writeHead(302, { Location: location }).end(),
    );

    const { exitCode, document } = await run('preflight', ...READY, '--discover-candidates', '--url', page);

    expect(exitCode).toBe(4);
    expect(document).toMatchObject({ status: 'blocked', candidates: [] });
    expect(document.targets[0]).toMatchObject({ url: page, status: 'blocked', reason });
  });

  test('blocks a page that requires sign-in', async () => {
    const page = sites.put(
      'https://blog.example.net/login',
      '<form><input type="password"><button>Sign in</button></form>',
    );

    const { exitCode, document } = await run('preflight', ...READY, '--discover-candidates', '--url', page);

    expect(exitCode).toBe(4);
    expect(document.targets[0]).toMatchObject({ status: 'blocked', reason: 'login_wall' });
  });

  test('refuses a private target without requesting it, and opens it when allowed', async () => {
    const address = `http://127.0.0.1:${canary.port}/list`;
    const argv = ['preflight', ...READY, '--discover-candidates', '--url', address];

    const refused = await run(...argv);
    expect(refused.exitCode).toBe(4);
    expect(refused.document.targets[0]).toMatchObject({
      url: address,
      status: 'blocked',
      reason: 'unexpected_port',
    });
    expect(reached).toEqual([]);

    // Connects directly, because the test rules resolve all names to the test servers.
    const target = ['--allow-private-target', `127.0.0.1:${canary.port}`];
    const allowed = await runCommandWith([...argv, ...target], { env });
    expect(allowed.document).toMatchObject({ status: 'completed', candidates: [{ canonicalUrl: VIDEO }] });
    expect(reached).toContain('/list');
  });

  test('completes everything else without a browser and exits with 5', async () => {
    const { exitCode, document, stderr } = await runCommandWith(
      ['preflight', ...READY, '--discover-candidates', '--url', 'https://blog.example.net/', '--url', VIDEO],
      { env: { CHROMIUM_PATH: '/nowhere/chromium' }, network: sites.rules },
    );

    expect(exitCode).toBe(5);
    expect(document).toMatchObject({ status: 'browser_missing', candidates: [{ canonicalUrl: VIDEO }] });
    expect(document.targets[0]).toMatchObject({ status: 'skipped', reason: 'browser_missing' });
    expect(stderr).toContain('CHROMIUM_PATH');
  });

  test('reports the page of a crashed browser and completes the rest', async () => {
    const page = sites.put('https://blog.example.net/deadly', (_request, response) => {
      for (const id of listBrowsers()) process.kill(id, 'SIGKILL');
      response.end();
    });

    const { exitCode, document } = await run(
      'preflight',
      ...READY,
      '--discover-candidates',
      '--url',
      page,
      '--url',
      VIDEO,
    );

    expect(exitCode).toBe(0);
    expect(document).toMatchObject({ status: 'completed', candidates: [{ canonicalUrl: VIDEO }] });
    expect(document.targets[0]).toMatchObject({ url: page, status: 'failed', reason: 'browser_crash' });
    expect(listBrowsers()).toEqual([]);
  });

  test('reports a page that redirects to itself', async () => {
    const page = sites.put('https://blog.example.net/circle', (_request, response) =>
      response.writeHead(302, { Location: 'https://blog.example.net/circle' }).end(),
    );

    const { exitCode, document } = await run('preflight', ...READY, '--discover-candidates', '--url', page);

    expect(exitCode).toBe(0);
    expect(document).toMatchObject({ status: 'no_candidate' });
    expect(document.targets[0]).toMatchObject({ url: page, status: 'failed', reason: 'http_error' });
  });

  test('reports partial results when interrupted, and leaves no page open', async () => {
    const interruption = new AbortController();
    const page = sites.put('https://blog.example.net/slow', (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' }).write('<p>Loading');
      interruption.abort();
    });

    const { exitCode, document } = await runCommandWith(
      ['preflight', ...READY, '--discover-candidates', '--url', page],
      {
        network: sites.rules,
        interrupted: interruption.signal,
      },
    );

    expect(exitCode).toBe(130);
    expect(document).toMatchObject({ status: 'interrupted', liveWrites: false });
  });
});

test('fills in candidates from their pages and captions, but never proof', async () => {
  sites.put('https://www.youtube.com/api/timedtext', (_request, response) =>
    response.end('WEBVTT\n\n00:01:21.000 --> 00:01:24.000\nuse code save twenty\n'),
  );
  sites.put(
    'https://www.youtube.com/watch',
    `<html lang="en"><script>var ytInitialPlayerResponse = ${JSON.stringify({
      videoDetails: {
        videoId: 'dQw4w9WgXcQ',
        title: 'Spring haul',
        shortDescription: 'A haul',
        lengthSeconds: '612',
        viewCount: '12345',
      },
      microformat: { playerMicroformatRenderer: { publishDate: '2026-05-01' } },
      captions: {
        playerCaptionsTracklistRenderer: {
          captionTracks: [{ baseUrl: 'https://www.youtube.com/api/timedtext?v=dQw4w9WgXcQ', languageCode: 'en' }],
        },
      },
    })};</script><div id="player"><video style="width:640px;height:360px"></video></div><h1>Spring haul</h1><p>12K views</p>`,
  );

  const { document } = await run('preflight', ...READY, '--enrich-discovered-candidates', '--url', VIDEO);

  expect(document.candidates).toMatchObject([
    {
      title: 'Spring haul',
      durationSeconds: 612,
      published: { date: '2026-05-01' },
      viewCount: { value: 12_345, source: 'dom_text+structured_metadata' },
      transcriptSource: 'caption_track',
      transcriptCues: [{ startSeconds: 81, endSeconds: 84, text: 'use code save twenty' }],
      directProof: null,
    },
  ]);
  expect(document['verificationRows']).toMatchObject([
    {
      suggestedSeekSeconds: 78,
      observedPromoAtSeconds: null,
      dateConfidence: 'exact',
      writeGate: { state: 'blocked' },
    },
  ]);
});

test('resolves a short link to its video, and rejects one that does not resolve', async () => {
  sites.put('https://vm.tiktok.com/ZMabc', (_request, response) =>
    response.writeHead(301, { Location: 'https://www.tiktok.com/@creator/video/7450000000000000000' }).end(),
  );
  sites.put('https://www.tiktok.com/@creator/video/7450000000000000000', '<h1>A video</h1>');

  const { document } = await run(
    'collect',
    ...READY,
    '--url',
    'https://vm.tiktok.com/ZMabc',
    '--url',
    'https://vm.tiktok.com/ZMgone',
  );

  expect(document.candidates).toMatchObject([{ canonicalKey: 'tiktok:7450000000000000000' }]);
  expect(document['rejected']).toMatchObject([{ reason: 'short_link_unresolved' }]);
});
