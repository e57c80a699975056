import type { Collected } from './collect/collect-candidates.js';
import type { CommandEnvironment } from './command-environment.js';
import { CommandFailure, EXIT_CODES } from './command-failure.js';
import { candidateDocument, type DocumentFacts, preflightDocument, type Status } from './documents.js';
import type { ReadCandidates } from './files/candidate-file.js';
import type { WholeFile } from './files/write-whole.js';
import type { Judge } from './judge.js';
import type { Mode } from './options/read-arguments.js';
import type { Preflight } from './preflight/run-preflight.js';

/** Results of a run so far, which its document contains however the run ends. */
export interface Progress {
  mode: Mode;
  pretty: boolean;
  isMock: boolean;
  generatedAt: string;
  request: DocumentFacts['request'];
  judge: Judge | undefined;
  file: ReadCandidates | undefined;
  out: WholeFile | undefined;
  collected: Collected | undefined;
  preflight: Preflight | undefined;
  lacksBrowser: boolean;
}

const EXITS: Readonly<Record<Exclude<Status, 'failed'>, number>> = {
  completed: 0,
  no_candidate: 0,
  not_ready: EXIT_CODES.not_ready,
  blocked: EXIT_CODES.blocked,
  browser_missing: EXIT_CODES.browser_missing,
  interrupted: EXIT_CODES.interrupted,
};

const SENTENCES: Readonly<Partial<Record<Status, string>>> = {
  blocked: 'Every page was blocked. See targets in the document.',
  browser_missing:
    'Pages could not be opened, because Chromium does not start: install it, set CHROMIUM_PATH, or set CAPTURE_NO_SANDBOX=true where it may not use its sandbox.',
  interrupted: 'Interrupted; the document has the results so far.',
};

/** Maps an error to the failure that ended the run; undefined for an interruption. */
export function toFailure(error: unknown, interrupted: AbortSignal): CommandFailure | undefined {
  if (error instanceof CommandFailure) return error;
  if (interrupted.aborted) return undefined;
  const isTimeOver = error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
  if (isTimeOver) return new CommandFailure('API_ERROR', 'The run timed out before the product answered.');
  return new CommandFailure('INTERNAL', 'The command failed because of a bug.', { cause: error });
}

/** Writes the document and a one-sentence message. Returns the exit code. */
export async function finish(
  environment: CommandEnvironment,
  progress: Progress,
  failure: CommandFailure | undefined,
): Promise<number> {
  const status = statusOf(progress, failure, environment.interrupted.aborted);
  const text = describe(progress, status, failure);
  let ended = failure;
  try {
    await progress.out?.write(text);
  } catch (error) {
    ended ??= toFailure(error, environment.interrupted);
  }
  environment.stdout.write(ended === failure ? text : describe(progress, 'failed', ended));
  const sentence = ended?.message ?? (status === 'not_ready' ? questionOf(progress) : SENTENCES[status]);
  if (sentence !== undefined) environment.stderr.write(`${sentence}\n`);
  if (ended) return ended.exitCode;
  return status === 'failed' ? 1 : EXITS[status];
}

function describe(progress: Progress, status: Status, failure: CommandFailure | undefined): string {
  const { judge, file, isMock, ...known } = progress;
  const facts: DocumentFacts = {
    ...known,
    mode: isMock ? 'mock' : 'live',
    status,
    warnings: [...(file?.warnings ?? []), ...(judge?.warnings ?? [])],
    failure,
  };
  const document = progress.mode === 'collect' ? candidateDocument(facts) : preflightDocument(facts);
  return `${JSON.stringify(document, null, progress.pretty ? 2 : undefined)}\n`;
}

function statusOf(progress: Progress, failure: CommandFailure | undefined, isInterrupted: boolean): Status {
  if (isInterrupted) return 'interrupted';
  const { collected } = progress;
  if (failure || !collected) return 'failed';
  if (!collected.plan.requestReadiness.ready) return 'not_ready';
  if (progress.lacksBrowser) return 'browser_missing';
  if (collected.candidates.length > 0) return 'completed';
  return isEverythingBlocked(collected) ? 'blocked' : 'no_candidate';
}

/** Whether every page was blocked. */
function isEverythingBlocked({ targets }: Collected): boolean {
  const tried = targets.filter(({ status, reason }) => status !== 'skipped' || reason === 'out_of_time');
  return tried.length > 0 && tried.every(({ status }) => status === 'blocked');
}

function questionOf({ collected }: Progress): string | undefined {
  return collected?.plan.requestReadiness.operatorQuestion ?? undefined;
}
