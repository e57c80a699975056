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
export async function runCommand(environment: CommandEnvironment): Promise<number> {
  const progress: Progress = {
    mode: environment.argv[0] === 'collect' ? 'collect' : 'preflight',
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
    const read = readArguments(environment.argv);
    if (read === 'help') {
      environment.stdout.write(describeUsage());
      return 0;
    }
    progress.mode = read.mode;
    await run(read.values, environment, progress);
  } catch (error) {
    failure = toFailure(error, environment.interrupted);
  }
  return finish(environment, progress, failure);
}

async function run(values: OptionValues, environment: CommandEnvironment, progress: Progress): Promise<void> {
  progress.pretty = values.pretty;
  progress.isMock = isMock(values);
  checkTogether(values);
  const setUp = readSetUp(values, environment, progress.isMock);
  progress.generatedAt = setUp.asOf.toISOString();
  const { out, 'candidate-json': file } = values;
  if (file !== undefined) progress.file = await readCandidateFile(pathIn(environment.folder, file), environment.stdin);
  if (out !== undefined) progress.out = await openWholeFile(pathIn(environment.folder, out));
  const options = progress.isMock && isBare(values) ? withMockRequest(withMockPages(values)) : withMockPages(values);
  progress.request = readRequest(options, progress.file?.request ?? {});
  const judge = new Judge({ ...setUp, request: progress.request });
  progress.judge = judge;

  const signal = AbortSignal.any([environment.interrupted, AbortSignal.timeout(values.timeout * 1_000)]);
  const api = openApi(options, environment, signal, progress.isMock);
  const pages = openPages(options, environment, signal, setUp);
  try {
    const dueViews = api && options['from-due-views'] ? await readDueViews(api) : [];
    const rows = (progress.file?.candidates ?? []).map(({ proofScreenshots: _proof, ...row }) => ({
      ...row,
      foundVia: row.foundVia ?? ('candidate_json' as const),
    }));
    progress.collected = await collectCandidates({ values: options, dueViews, rows, pages, judge });
    if (progress.mode === 'collect' || !progress.collected.plan.requestReadiness.ready) return;
    progress.preflight = await runPreflight({
      candidates: progress.collected.candidates,
      dueViews,
      proofScreenshots: (progress.file?.candidates ?? []).flatMap(({ proofScreenshots }) => proofScreenshots ?? []),
      values: options,
      judge,
      api: options['capture-proof'] ? api : undefined,
      signal,
    });
    if (progress.preflight.failure) throw progress.preflight.failure;
  } finally {
    progress.lacksBrowser = pages.lacksBrowser;
    await pages.close();
  }
}
