import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { silentLog } from '@svc/chassis/testing/service-database';
import { testUser } from '@svc/chassis/testing/test-service';
import { runAction } from '@svc/evidence/actions/run-action';
import { EvidenceInput } from '@svc/evidence/schemas/tool-input';
import { EvidenceService } from '@svc/proto/viewcheck/v1/evidence_service';
import { startViewcheck, type ViewcheckService } from '../testing/viewcheck-service.js';
import { openEvidenceRunner } from './evidence-runner.js';

const AS_OF = '2026-05-02T23:30:00.000Z';
const ROW = { url: 'https://youtu.be/dQw4w9WgXcQ', viewCountText: '1.2M views', foundVia: 'explicit_url' } as const;

interface Answered {
  readonly asOf: string;
  readonly timeZone: string;
  readonly accepted?: readonly object[];
}

async function judge(viewcheck: ViewcheckService, action: string, input: object, signal?: AbortSignal) {
  const user = testUser({ preferences: { ...testUser().preferences, timeZone: 'Asia/Tokyo' } });
  const client = viewcheck.as(user, EvidenceService, signal ? { signal } : {});
  const { outputJson } = await client.runAction({ action, inputJson: JSON.stringify(input) });
  return { outputJson, answered: JSON.parse(outputJson) as Answered };
}

/** Judges the same input, encoded as the gateway sends large inputs. */
async function judgeLarge(viewcheck: ViewcheckService, action: string, input: object, signal?: AbortSignal) {
  const user = testUser({ preferences: { ...testUser().preferences, timeZone: 'Asia/Tokyo' } });
  const client = viewcheck.as(user, EvidenceService, signal ? { signal } : {});
  return client.runLargeAction({ action, inputJson: Buffer.from(JSON.stringify(input)) });
}

describe('an action', () => {
  let viewcheck: ViewcheckService;

  beforeAll(async () => {
    viewcheck = await startViewcheck();
  });

  afterAll(() => viewcheck.stop());

  test("uses the caller's current time and time zone, unless its input sets them", async () => {
    const before = Date.now();

    const own = await judge(viewcheck, 'plan_video_search', {});
    const named = await judge(viewcheck, 'plan_video_search', { asOf: AS_OF, timeZone: 'Europe/Berlin' });

    expect(own.answered.timeZone).toBe('Asia/Tokyo');
    expect(Date.parse(own.answered.asOf)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(own.answered.asOf)).toBeLessThanOrEqual(Date.now());
    expect(named.answered).toMatchObject({ asOf: AS_OF, timeZone: 'Europe/Berlin' });
  });

  test.each([
    ['small', 1],
    ['large', 200],
  ])("on a %s input returns its function's result unchanged", async (_size, count) => {
    const rows = Array.from({ length: count }, (_, index) => ({
      ...ROW,
      title: `Vidéo ${index} 🎬`.padEnd(1_000, '.'),
    }));
    const { action, ...input } = EvidenceInput.parse({ action: 'audit_browser_candidate_intake', rows, asOf: AS_OF });

    const { outputJson } = await judge(viewcheck, action, input);

    const defaults = { asOf: new Date(AS_OF), timeZone: 'Asia/Tokyo' };
    expect(await judgeLarge(viewcheck, action, input)).toEqual({ outputJson });
    expect(outputJson).toBe(JSON.stringify(runAction(action, input, defaults)));
    expect(JSON.parse(outputJson)).toMatchObject({ counts: { input: count, accepted: 1, duplicates: count - 1 } });
  });

  test('that is unknown is refused with the list of known actions', async () => {
    await expect(judge(viewcheck, 'write_view_log', {})).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ path: 'action', message: expect.stringContaining('proof_run_harness') }],
    });
  });
});

/** A fake thread that hangs or exits when the input says so, and otherwise returns its action. */
const THREAD = `exports.runEvidenceJob = ({ action, inputJson }) => {
  const { query } = JSON.parse(new TextDecoder().decode(inputJson));
  if (query === 'dies') process.exit(1);
  while (query === 'hangs');
  return JSON.stringify({ action });
};`;

describe('a large input', () => {
  const folder = mkdtempSync(join(tmpdir(), 'evidence-thread-'));
  const filename = join(folder, 'thread.cjs');
  const padding = { note: 'x'.repeat(100_000) };
  let viewcheck: ViewcheckService;

  const large = (query: string, signal?: AbortSignal) =>
    judgeLarge(viewcheck, 'rank_candidates', { query, ...padding }, signal);

  /** The ceiling ends a job by elapsed time when other processes leave it no CPU time. */
  async function start(jobMs: number, ceilingMs = jobMs): Promise<void> {
    viewcheck = await startViewcheck(openEvidenceRunner(silentLog, { filename, jobMs, ceilingMs }));
  }

  beforeAll(() => writeFileSync(filename, THREAD));

  afterAll(() => rmSync(folder, { recursive: true }));

  test('that takes too long is aborted, with advice', async () => {
    await start(500, 2_000);
    try {
      await expect(large('hangs')).rejects.toMatchObject({
        code: 'UNAVAILABLE',
        message: expect.stringContaining('Send fewer rows'),
        retryAfterSeconds: 5,
      });
    } finally {
      await viewcheck.stop();
    }
  });

  test('whose thread exits fails alone', async () => {
    await start(60_000);
    try {
      await expect(large('dies')).rejects.toThrow('answered INTERNAL');
      expect((await large('ends')).outputJson).toBe('{"action":"rank_candidates"}');
    } finally {
      await viewcheck.stop();
    }
  });

  test('waits in a limited queue, while small ones run, and ends with its caller', async () => {
    await start(60_000);
    const caller = new AbortController();
    try {
      const refused = Promise.withResolvers<unknown>();
      const calls = Array.from({ length: 10 }, () => large('hangs', caller.signal));
      for (const call of calls) call.catch((error: unknown) => refused.resolve(error));

      expect(await refused.promise).toMatchObject({
        code: 'UNAVAILABLE',
        message: expect.stringContaining('Try again'),
        retryAfterSeconds: 5,
      });
      expect((await judge(viewcheck, 'plan_video_search', {})).answered).toMatchObject({ timeZone: 'Asia/Tokyo' });

      caller.abort();
      await Promise.allSettled(calls);
      expect((await large('ends')).outputJson).toBe('{"action":"rank_candidates"}');
    } finally {
      caller.abort();
      await viewcheck.stop();
    }
  });
});
