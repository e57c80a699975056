import { collectCandidates } from './collect/collect-candidates.js';
import type { CommandEnvironment } from './command-environment.js';
import type { CommandFailure } from './command-failure.js';
import { readCandidateFile } from './files/candidate-file.js';
import { pathIn } from './files/path-in.js';
import { openWholeFile } from './files/write-whole.js';
import { finish, type Progress, toFailure } from './finish.js';
import { Judge } from './judge.js';
import { withMockPages, withMockRequest } from './mock/mock-request.js';
import type { OptionValues } from './options/option-table.js';
import { readArguments } from './options/read-arguments.js';
import { readRequest } from './options/read-request.js';
import { describeUsage } from './options/usage.js';
import { runPreflight } from './preflight/run-preflight.js';
import { checkTogether, isBare, isMock, openApi, openPages, readDueViews, readSetUp } from './set-up.js';

/** Runs the command: one JSON document to stdout, and one sentence to stderr on failure. Returns the exit code; never rejects. */
export async function runCommand(world: CommandEnvironment): Promise<number> {
  const progress: Progress = {
    mode: world.typed[0] === 'collect' ? 'collect' : 'preflight',
    pretty: false,
    isMock: false,
    generatedAt: new Date().toISOString(),
    request: {},
    judge: undefined,
    file: undefined,
    out: undefined,
    collected: undefined,
    preflight: undefined,
    lacksBrowser: false,
  };
  let failure: CommandFailure | undefined;
  try {
    const read = readArguments(world.typed);
    if (read === 'help') {
      world.stdout.write(describeUsage());
      return 0;
    }
    progress.mode = read.mode;
    await run(read.values, world, progress);
  } catch (error) {
    failure = toFailure(error, world.interrupted);
  }
  return finish(world, progress, failure);
}

async function run(values: OptionValues, world: CommandEnvironment, progress: Progress): Promise<void> {
  progress.pretty = values.pretty;
  progress.isMock = isMock(values);
  checkTogether(values);
  const setUp = readSetUp(values, world, progress.isMock);
  progress.generatedAt = setUp.asOf.toISOString();
  const { out, 'candidate-json': file } = values;
  if (file !== undefined) progress.file = await readCandidateFile(pathIn(world.folder, file), world.stdin);
  if (out !== undefined) progress.out = await openWholeFile(pathIn(world.folder, out));
  const stated = progress.isMock && isBare(values) ? withMockRequest(withMockPages(values)) : withMockPages(values);
  progress.request = readRequest(stated, progress.file?.request ?? {});
  const judge = new Judge({ ...setUp, request: progress.request });
  progress.judge = judge;

  const signal = AbortSignal.any([world.interrupted, AbortSignal.timeout(values.timeout * 1_000)]);
  const api = openApi(stated, world, signal, progress.isMock);
  const pages = openPages(stated, world, signal, setUp);
  try {
    const dueViews = api && stated['from-due-views'] ? await readDueViews(api) : [];
    const rows = (progress.file?.candidates ?? []).map(({ proofScreenshots: _proof, ...row }) => ({
      ...row,
      foundVia: row.foundVia ?? ('candidate_json' as const),
    }));
    progress.collected = await collectCandidates({ values: stated, dueViews, rows, pages, judge });
    if (progress.mode === 'collect' || !progress.collected.plan.requestReadiness.ready) return;
    progress.preflight = await runPreflight({
      candidates: progress.collected.candidates,
      dueViews,
      proofScreenshots: (progress.file?.candidates ?? []).flatMap(({ proofScreenshots }) => proofScreenshots ?? []),
      values: stated,
      judge,
      api: stated['capture-proof'] ? api : undefined,
      signal,
    });
    if (progress.preflight.failure) throw progress.preflight.failure;
  } finally {
    progress.lacksBrowser = pages.lacksBrowser;
    await pages.close();
  }
}
