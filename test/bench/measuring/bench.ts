/** Shared parts of the benchmarks. */
import type { Secrets } from '@svc/scripts/stack/secrets';
import { type Stack, type StackOptions, startStack } from '@svc/scripts/stack/stack';

/** The context of one part of the benchmarks. */
export interface Bench {
  /** Data folder shared by all parts, like that of a product that has been running for a while. */
  readonly dataDir: string;
  readonly secrets: Secrets;
  readonly signal: AbortSignal;
  /** Registers a cleanup step; the returned function runs it early. */
  onEnd(step: () => Promise<void> | void): () => Promise<void>;
}

/** Environment of bench processes: without the settings of an installation on this machine, and without call limits. */
export function benchEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  return { PATH, HOME, TMPDIR, SVC_SESSION_CALLS_PER_MINUTE: '0' };
}

/** Runs the work against the whole product, with its own Postgres unless the options name one. */
export async function withStack(
  bench: Bench,
  work: (stack: Stack) => Promise<void>,
  options: Partial<StackOptions> = {},
): Promise<void> {
  const stack = await startStack({
    dataDir: bench.dataDir,
    secrets: bench.secrets,
    environment: benchEnvironment(),
    say: (line) => console.log(line),
    signal: bench.signal,
    ...options,
  });
  const stop = bench.onEnd(() => stack.stop());
  try {
    await work(stack);
  } finally {
    await stop();
  }
}
