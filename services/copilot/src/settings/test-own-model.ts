import { askModel, type ModelTimes } from '../models/ask-model.js';
import { ModelFault } from '../models/model-failure.js';
import type { ReachedModel } from '../models/open-stream.js';
import { failureOfOwn, isKeyRefused } from '../models/own-fault.js';
import { NO_TOOLS } from '../models/prompt-message.js';

/** Timeout of a test in milliseconds; a user waits for it. */
export const TEST_TIMES: ModelTimes = { firstPieceMs: 12_000, idleMs: 12_000, wholeMs: 15_000 };
/** The minimum that all providers accept. */
const TEST_TOKENS = 16;
const QUESTION = { role: 'user', text: 'Say ok.' } as const;

/** The outcome of a test. */
export interface ModelTest {
  readonly ok: boolean;
  readonly latencyMs: number;
  /** Why it did not answer; undefined when it did. */
  readonly code?: string;
  /** The provider does not accept the key. */
  readonly isKeyRefused: boolean;
}

/** Asks a model for one word. Throws the signal's reason once it is aborted. */
export async function testModel(
  model: ReachedModel,
  { signal, times }: { readonly signal: AbortSignal; readonly times: ModelTimes },
): Promise<ModelTest> {
  const startedAt = performance.now();
  const latencyMs = (): number => Math.round(performance.now() - startedAt);
  try {
    const answer = askModel(model, [QUESTION], { signal, times, offered: NO_TOOLS, tokensMax: TEST_TOKENS });
    for (let next = await answer.next(); next.done !== true; next = await answer.next());
    return { ok: true, latencyMs: latencyMs(), isKeyRefused: false };
  } catch (error) {
    if (!(error instanceof ModelFault)) throw error;
    return { ok: false, latencyMs: latencyMs(), code: failureOfOwn(error).code, isKeyRefused: isKeyRefused(error) };
  }
}
