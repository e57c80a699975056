/** Entry point of `npm run judges`; see scripts/commands/judges.ts. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeFailure } from '@svc/scripts/stack/failure';
import { completeSecrets } from '@svc/scripts/stack/secrets';
import { type Stack, startStack } from '@svc/scripts/stack/stack';
import { judgeAgentCard } from './agent-cards.ts';
import { judgeConformance } from './conformance.ts';
import { type Court, openCourt } from './court.ts';
import { judgeMcp } from './mcp-clients.ts';
import { judgeOauth } from './oauth.ts';
import { judgeOpenApi } from './openapi.ts';
import { installJudges } from './packages.ts';
import { printVerdicts, type Verdict } from './verdict.ts';

/** Effectively unlimited, because the judges call as fast as they can. */
const CALLS_PER_MINUTE = '1000000';

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());
// The terminal may close before this process ends.
process.stdout.on('error', () => undefined);

try {
  const packages = await installJudges();
  const verdicts = await withStack(async (stack) => judge(await openCourt(stack, packages)));
  process.exitCode = printVerdicts(verdicts) ? 0 : 1;
} catch (error) {
  if (!stopping.signal.aborted) console.error(describeFailure(error));
  process.exitCode = stopping.signal.aborted ? 130 : 1;
}
process.exit();

async function judge(court: Court): Promise<Verdict[]> {
  return [
    ...(await judgeOpenApi(court)),
    await judgeAgentCard(court),
    ...(await judgeOauth(court)),
    await judgeMcp(court),
    ...(await judgeConformance(court)),
  ];
}

async function withStack<Result>(work: (stack: Stack) => Promise<Result>): Promise<Result> {
  const dataDir = mkdtempSync(join(tmpdir(), 'dealbridge-judges-'));
  const { PATH, HOME, TMPDIR } = process.env;
  const limits = { SVC_AGENT_CALLS_PER_MINUTE: CALLS_PER_MINUTE, SVC_AGENT_WRITES_PER_MINUTE: CALLS_PER_MINUTE };
  try {
    const stack = await startStack({
      dataDir,
      secrets: completeSecrets({}),
      environment: { PATH, HOME, TMPDIR, SVC_SESSION_CALLS_PER_MINUTE: '0', ...limits },
      say: (line) => console.log(line),
      signal: stopping.signal,
    });
    const stopped = new Promise<never>((_resolve, reject) => {
      stopping.signal.addEventListener('abort', () => reject(new Error('The judges were stopped.')));
    });
    try {
      return await Promise.race([work(stack), stopped]);
    } finally {
      await stack.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
