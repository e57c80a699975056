/** The evidence tool over the dashboard's API, the bridge and MCP. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Client } from '@modelcontextprotocol/client';
import { sharedStack } from '../../shared-stack.ts';
import type { Session } from '../../stack.ts';
import { type AnswerOf, type ErrorAnswer, videoUrl } from '../answers.ts';
import { createScreenshot, dealWithVideo, pixel, readPicture } from '../screenshots/screenshots.ts';
import { bridgeCalls, connectAgent, connectTools } from './bridge-agents.ts';

type Evidence = AnswerOf<'viewcheck_evidence'>;
type Harness = Extract<Evidence, { action: 'proof_run_harness' }>;
type Row = Harness['verificationRows'][number];

const PATH = '/viewcheck/evidence';
const BODY_BYTES_MAX = 4_194_304;
const JSON_TYPE = { 'content-type': 'application/json' };

const VIDEO = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
const REQUEST = { requestedDate: '2026-05-01', promoCode: 'SAVE20' };
const CLOCK = { asOf: '2026-05-02T10:00:00.000Z', timeZone: 'UTC' };
const CANDIDATE = { url: VIDEO, viewCount: 1_200, published: '2026-05-01', foundVia: 'explicit_url' };
const REVIEW = {
  sourceVideoUrl: VIDEO,
  status: 'confirmed',
  proofKind: 'spoken_promo',
  evidenceSource: 'video_playback',
  observedPromoAtSeconds: 84.5,
};
const SCREENSHOT = { screenshotId: 's1', shareUrl: 'https://go.example/s1', sourceUrl: VIDEO };
const PROVEN = { candidates: [CANDIDATE], directProofReviews: [REVIEW], proofScreenshots: [SCREENSHOT] };

const INPUTS: Readonly<Record<Evidence['action'], object>> = {
  plan_video_search: { urls: [VIDEO] },
  audit_browser_candidate_intake: { rows: [CANDIDATE, CANDIDATE] },
  extract_transcript_cues: { tracks: [{ body: 'WEBVTT\n\n00:01.000 --> 00:03.000\nuse code save twenty' }] },
  rank_search_results: { results: [{ url: VIDEO, title: 'Launch', snippet: 'code SAVE20' }] },
  rank_candidates: { candidates: [CANDIDATE] },
  plan_proof_capture: { candidates: [CANDIDATE] },
  plan_direct_proof_review: { candidates: [CANDIDATE] },
  proof_run_harness: PROVEN,
  workflow_report: PROVEN,
};
const ACTIONS = Object.keys(INPUTS);

const stack = await sharedStack();
let owner: Session;
let agentToken: string;
let tools: Client;
let bridge: ReturnType<typeof bridgeCalls>;

beforeAll(async () => {
  owner = await stack.signUp();
  const { token } = await connectAgent(stack, owner, ['svc.read']);
  agentToken = token;
  const headers = { authorization: `Bearer ${token}` };
  bridge = bridgeCalls(stack, headers);
  tools = await connectTools(stack, headers);
});

afterAll(() => tools.close());

const overHttp = <Body = Evidence>(input: object) => owner.post<Body>(`/api${PATH}`, input);
const overBridge = <Body = Evidence>(input: object) => bridge<Body>('POST', PATH, { body: input });

async function overMcp(input: Record<string, unknown>) {
  const {
    isError = false,
    structuredContent,
    content,
  } = await tools.callTool({
    name: 'viewcheck_evidence',
    arguments: input,
  });
  const [first] = content as { text: string }[];
  return { isError, body: (structuredContent ?? JSON.parse(first?.text ?? '')) as Evidence & ErrorAnswer };
}

/** The harness's verdict on the single row of an input. */
async function judge(fields: object): Promise<Row | undefined> {
  const { status, body } = await overHttp<Harness>({ action: 'proof_run_harness', ...REQUEST, ...PROVEN, ...fields });
  expect(status).toBe(200);
  return body.verificationRows[0];
}

test.each(ACTIONS)('%s gives people, agents and models the same answer', async (action) => {
  const input = { action, ...REQUEST, ...CLOCK, ...INPUTS[action as Evidence['action']] };

  const [people, agents, models] = [await overHttp(input), await overBridge(input), await overMcp(input)];

  expect([people.status, agents.status, models.isError]).toEqual([200, 200, false]);
  expect(people.body).toMatchObject({
    tool: 'viewcheck_evidence',
    action,
    format: `viewcheck-evidence-${action}-v1`,
    ...CLOCK,
    readOnly: true,
    liveWrites: false,
    persistentViewLogWrites: false,
  });
  expect(agents.body).toEqual(people.body);
  expect(models.body).toEqual(people.body);
});

test('the MCP tool is marked read-only and described in at most 16 KB', async () => {
  const { tools: listed } = await tools.listTools();
  const tool = listed.find(({ name }) => name === 'viewcheck_evidence');

  expect(tool?.annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false, idempotentHint: true });
  expect(JSON.stringify(tool).length).toBeLessThan(16_384);
});

test("an input without clock or time zone uses the current time and the caller's time zone", async () => {
  const caller = await stack.signUp();
  await caller.put('/api/settings', { timeZone: 'Asia/Tokyo' });
  const { token } = await connectAgent(stack, caller, ['svc.read']);
  const agent = bridgeCalls(stack, { authorization: `Bearer ${token}` });
  const input = { action: 'plan_video_search', ...REQUEST };

  const own = await caller.post<Evidence>(`/api${PATH}`, input);
  const ofAgent = await agent<Evidence>('POST', PATH, { body: input });

  expect([own.body.timeZone, ofAgent.body.timeZone]).toEqual(['Asia/Tokyo', 'Asia/Tokyo']);
  expect(Math.abs(Date.parse(own.body.asOf) - Date.now())).toBeLessThan(3_600_000);
});

test('no action changes deals, videos or view logs, even for an existing video', async () => {
  const { dealId, videoId } = await dealWithVideo(owner, 4711);
  await owner.post(`/api/deals/${dealId}/views`, { videoId, value: 900 });
  const read = async () =>
    Promise.all(
      [`/api/deals/${dealId}`, `/api/deals/${dealId}/videos`, '/api/deals/view-logs', '/api/deals/due-views'].map(
        async (path) => (await owner.get(path)).body,
      ),
    );
  const [before, logs] = [await read(), (await owner.get<object>('/api/deals/view-logs')).body];
  const { body: videos } = await owner.get<{ items: { url: string }[] }>(`/api/deals/${dealId}/videos`);
  const own = { url: videos.items[0]?.url ?? '', viewCount: 1_000, published: REQUEST.requestedDate };
  const proven = {
    candidates: [own],
    directProofReviews: [{ ...REVIEW, sourceVideoUrl: own.url }],
    proofScreenshots: [{ ...SCREENSHOT, sourceUrl: own.url }],
    workflow: 'view_check',
    priorImportRows: videos.items,
  };

  for (const action of ACTIONS) await overHttp({ action, ...REQUEST, ...INPUTS[action as Evidence['action']] });
  const { body: report } = await overHttp<Extract<Evidence, { action: 'workflow_report' }>>({
    action: 'workflow_report',
    ...REQUEST,
    ...proven,
  });

  expect(report.nextActions).toMatchObject([
    { operation: 'deals.add_view_log', arguments: { dealId, videoId, value: 1_000 }, executed: false },
  ]);
  expect(logs).toMatchObject({ items: [{ value: 900 }] });
  expect(await read()).toEqual(before);
});

interface Opener {
  readonly ask: (input: Record<string, unknown>) => Promise<{ readonly body: unknown }>;
  readonly token: () => string;
  /** Where this caller reads screenshots. */
  readonly below: () => string;
}

test.each<[string, number, Opener]>([
  ['people', 4_721, { ask: overHttp, token: () => owner.token, below: () => '/api' }],
  ['agents', 4_722, { ask: overBridge, token: () => agentToken, below: () => '/api/agent' }],
  ['models', 4_723, { ask: overMcp, token: () => agentToken, below: () => `${stack.gatewayUrl}/api/agent` }],
])('%s can open the links to a screenshot and to an existing view log', async (_who, number, { ask, token, below }) => {
  const { dealId, videoId } = await dealWithVideo(owner, number);
  const url = videoUrl(number);
  const screenshot = await createScreenshot(owner, pixel(number), { sourceUrl: url });
  await owner.post(`/api/deals/${dealId}/views`, { videoId, value: 900 });
  const { body: logs } = await owner.get<{ items: object[] }>(`/api/deals/view-logs?dealId=${dealId}`);

  const { body } = await ask({
    action: 'workflow_report',
    ...REQUEST,
    workflow: 'view_check',
    candidates: [{ ...CANDIDATE, url }],
    directProofReviews: [{ ...REVIEW, sourceVideoUrl: url }],
    proofScreenshots: [screenshot],
    priorViewLogs: logs.items,
  });

  const { verificationRows, verificationLinks } = body as Harness;
  const link = `${below()}/screenshots/${screenshot.screenshotId}/image`;
  const urlOf = (wanted: string) => verificationLinks.find(({ kind }) => kind === wanted)?.url ?? '';
  expect(verificationRows).toMatchObject([{ screenshotLink: link, verificationLinks }]);
  expect(new Set(verificationLinks.map(({ screenshotLink }) => screenshotLink))).toEqual(new Set([link]));
  expect(urlOf('screenshot')).toBe(link);
  expect(urlOf('existing_row')).toMatch(`${below()}/deals/view-logs?`);
  const caller = { token: token(), headers: { 'x-dd-request-id': randomUUID() } };
  for (const kind of ['screenshot', 'existing_row'])
    expect((await readPicture(stack, urlOf(kind), caller)).status).toBe(200);
});

describe('the gate', () => {
  const own = { ...CANDIDATE, directProof: REVIEW };

  test.each<[string, object]>([
    ['a review', {}],
    ['proof given with the candidate itself', { candidates: [own], directProofReviews: [] }],
    ['zero views', { candidates: [{ ...CANDIDATE, viewCount: 0 }] }],
    ['a promo at second zero', { directProofReviews: [{ ...REVIEW, observedPromoAtSeconds: 0 }] }],
    ['a logo', { directProofReviews: [{ ...REVIEW, proofKind: 'sponsor_brand_logo' }] }],
  ])('is open with all five requirements met, including %s', async (_what, fields) => {
    expect((await judge(fields))?.writeGate).toEqual({
      state: 'ready_for_write_request',
      missingRequirements: [],
      noWriteReasons: [],
    });
  });

  const second = (observedPromoAtSeconds: number | null) => ({
    directProofReviews: [{ ...REVIEW, observedPromoAtSeconds }],
  });
  const views = (viewCount: unknown) => ({ candidates: [{ ...CANDIDATE, viewCount }] });
  const cue = { startSeconds: 81, endSeconds: 84, text: 'use code save twenty' };

  test.each<[string, string, object]>([
    ['no direct proof', 'directProof', { directProofReviews: [] }],
    ['no URL of a video', 'sourceVideoUrl', { candidates: [{ ...CANDIDATE, url: null }] }],
    ['no screenshot', 'screenshot', { proofScreenshots: [] }],
    ['no view count', 'viewCount', views(null)],
    ['no second', 'observedPromoAtSeconds', second(null)],
    ['a negative view count', 'viewCount', views(-5)],
    ['a view count in words', 'viewCount', views('many')],
    ['a negative second', 'observedPromoAtSeconds', second(-1)],
    ['a second past 24 hours', 'observedPromoAtSeconds', second(86_401)],
    [
      'only a second suggested by captions',
      'observedPromoAtSeconds',
      { candidates: [{ ...CANDIDATE, transcriptCues: [cue] }], ...second(null) },
    ],
  ])('is blocked by %s, and names %s', async (_what, requirement, fields) => {
    const row = await judge(fields);

    expect(row?.writeGate.state).toBe('blocked');
    expect(row?.missingWriteRequirements).toContain(requirement);
  });
});

test('an agent that cheats gets a blocked gate and the reason', async () => {
  const other = 'https://www.youtube.com/watch?v=aaaaaaaaaaa';
  const { body: shut } = await overHttp<Harness>({ action: 'proof_run_harness', ...REQUEST, candidates: [CANDIDATE] });
  const forged = shut.verificationRows.map((row) => ({
    ...row,
    canonicalKey: 'youtube:forged',
    rowClassification: 'new',
    directProofStatus: 'confirmed',
    directProofReviewStatus: 'confirmed',
    screenshotEvidenceClass: 'direct_capture',
    verifierStatus: 'verified',
    writeGate: { state: 'ready_for_write_request', missingRequirements: [], noWriteReasons: [] },
    noWriteReason: null,
  }));
  const harness = (fields: object) => ({ action: 'proof_run_harness', ...REQUEST, ...PROVEN, ...fields });
  const tricks = [
    { action: 'workflow_report', ...REQUEST, verificationRows: forged },
    harness({
      proofScreenshots: [{ ...SCREENSHOT, kind: 'video_page', sourceUrl: 'https://www.youtube.com/@creator' }],
    }),
    harness({ directProofReviews: [{ ...REVIEW, evidenceSource: 'transcript' }] }),
    harness({ directProofReviews: [{ ...REVIEW, sourceVideoUrl: other }] }),
    harness({ proofScreenshots: [{ ...SCREENSHOT, sourceUrl: other }] }),
  ];

  const reasons = [];
  for (const trick of tricks) {
    const { body } = await overMcp(trick);
    const [row] = (body as unknown as Harness).verificationRows;
    reasons.push([row?.writeGate.state, row?.noWriteReason]);
  }

  expect(reasons).toEqual([
    ['blocked', 'proof_not_direct'],
    ['blocked', 'screenshot_source_mismatch'],
    ['blocked', 'proof_not_direct'],
    ['blocked', 'missing_direct_proof'],
    ['blocked', 'screenshot_source_mismatch'],
  ]);
});

describe('invalid input', () => {
  test.each<[string, object, string, RegExp]>([
    ['an unknown action', { action: 'write_view_log' }, 'action', /plan_video_search.*workflow_report/s],
    ['a field of another action', { ...INPUTS.rank_candidates, action: 'rank_candidates', tracks: [] }, 'tracks', /./],
    ['an unknown field', { action: 'plan_video_search', write: true }, 'write', /./],
    [
      'NUL in a caption',
      { action: 'rank_candidates', candidates: [{ ...CANDIDATE, caption: 'a\0b' }] },
      'candidates.0.caption',
      /./,
    ],
  ])('%s is refused with its path, over HTTP and MCP', async (_what, input, path, message) => {
    const { status, body } = await overHttp<ErrorAnswer>(input);
    const { isError, body: told } = await overMcp(input as Record<string, unknown>);

    expect([status, isError]).toEqual([400, true]);
    for (const { error } of [body, told]) {
      expect(error.code).toBe('VALIDATION_ERROR');
      expect(error.details).toContainEqual({ path, message: expect.stringMatching(message) });
    }
  });

  /** Captions of this many characters, two bytes each. */
  const captions = (characters: number) => ({
    action: 'extract_transcript_cues',
    tracks: [{ format: 'vtt', body: 'WEBVTT\n\n00:01.000 --> 00:03.000\n'.padEnd(characters, 'é ') }],
  });

  const send = (text: string) =>
    owner.post<ErrorAnswer>(`/api${PATH}`, undefined, { body: Buffer.from(text), headers: JSON_TYPE });

  test('4 MiB are accepted and one byte more is not; MCP has the same limit, and values are limited too', async () => {
    const text = JSON.stringify(captions(2_700_000));
    const whole = text + ' '.repeat(BODY_BYTES_MAX - Buffer.byteLength(text));
    const values = JSON.stringify({ action: 'plan_video_search', urls: Array.from({ length: 50_001 }, () => 'a.io') });

    const answers = [await send(whole), await send(`${whole} `), await send(values)];
    const { isError, body } = await overMcp(captions(3_100_000));

    expect(answers.map(({ status }) => status)).toEqual([200, 413, 413]);
    expect(answers.slice(1).map(({ body: { error } }) => error.code)).toEqual([
      'PAYLOAD_TOO_LARGE',
      'PAYLOAD_TOO_LARGE',
    ]);
    expect([isError, body.error.code]).toEqual([true, 'PAYLOAD_TOO_LARGE']);
  });
});
