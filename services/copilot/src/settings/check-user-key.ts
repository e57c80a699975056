import { askModel, type ModelTimes } from '../models/ask-model.js';
import { ModelFault } from '../models/model-failure.js';
import type { ReachedModel } from '../models/open-stream.js';
import { NO_TOOLS } from '../models/prompt-message.js';
import { isKeyRefused, userKeyFailure } from '../models/user-key-fault.js';

/** Timeout of a check in milliseconds; a user waits for it. */
export const KEY_CHECK_TIMES: ModelTimes = { firstPieceMs: 12_000, idleMs: 12_000, wholeMs: 15_000 };
/** Maximum tokens of the answer: the lowest value that all providers accept. */
const CHECK_TOKENS = 16;
const QUESTION = { role: 'user', text: 'Say ok.' } as const;

/** The outcome of a check. */
export interface KeyCheck {
  readonly ok: boolean;
  readonly latencyMs: number;
  /** Why the model did not answer; undefined when it did. */
  readonly code?: string;
  /** The provider does not accept the key. */
  readonly isKeyRefused: boolean;
}

/** Asks a model for one word. Throws the signal's reason once it is aborted. */
export async function checkUserKey(
  model: ReachedModel,
  { signal, times }: { readonly signal: AbortSignal; readonly times: ModelTimes },
): Promise<KeyCheck> {
  const startedAt = performance.now();
  const latencyMs = (): number => Math.round(performance.now() - startedAt);
  try {
    const answer = askModel(model, [QUESTION], { signal, times, offered: NO_TOOLS, tokensMax: CHECK_TOKENS });
    for (let next = await answer.next(); next.done !== true; next = await answer.next());
    return { ok: true, latencyMs: latencyMs(), isKeyRefused: false };
  } catch (error) {
    if (!(error instanceof ModelFault)) throw error;
    return { ok: false, latencyMs: latencyMs(), code: userKeyFailure(error).code, isKeyRefused: isKeyRefused(error) };
  }
}
