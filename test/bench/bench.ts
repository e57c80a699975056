/** What the parts of the benchmarks share. */
import type { Secrets } from '@svc/scripts/stack/secrets';
import { startStack, type Stack, type StackOptions } from '@svc/scripts/stack/stack';

/** What a part works with. */
export interface Bench {
  /** One data folder for all parts, as a product that has been running for a while has one. */
  readonly dataDir: string;
  readonly secrets: Secrets;
  readonly signal: AbortSignal;
  /** Registers what ends with the bench; what is returned does it now. */
  onEnd(step: () => Promise<void> | void): () => Promise<void>;
}

/** What processes of a bench get: nothing of what the machine has set for an installation of its own, and no limit of calls. */
export function benchEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  return { PATH, HOME, TMPDIR, SVC_SESSION_CALLS_PER_MINUTE: '0' };
}

/** Runs the work against the whole product, which has a Postgres of its own unless the options name one. */
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
