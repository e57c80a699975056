import { setTimeout as pause } from 'node:timers/promises';
import { repeat, type Repetition } from '@svc/chassis/concurrency/repeat';
import type { Log } from '@svc/chassis/log';
import type { Pool } from '@svc/chassis/postgres/pool';
import { askModel, NO_TOKENS, type ModelTimes, type TokenUsage } from '../models/ask-model.js';
import { ModelFailure } from '../models/model-failure.js';
import type { PoolModel } from '../models/pool-models.js';
import { FAILURE_TEXTS, type TurnFailureCode } from '../models/turn-failures.js';
import { storeEnd, type TurnEnd } from './end-turn.js';
import type { LiveTurn } from './live-turn.js';
import type { StreamPart } from './message-parts.js';
import { toPrompt, type EarlierMessage } from './prompt.js';
import { listSaid, storeCalled, storeParts, type FollowedTurn } from './turn-repo.js';
import { createImageFilter } from './without-images.js';

const SAID_MAX = 200;
/** Characters of all that is said in a turn. */
const ANSWER_MAX = 64 * 1_024;
/** How often the end of a turn is stored while that fails, within the time that its process holds it. */
const END_TRIES = 12;

/** Why a turn is interrupted: a stop request, or its process stops. */
export type Interruption = 'stopped' | 'restarted';

export interface TurnParts {
  readonly pool: Pool;
  readonly model: PoolModel;
  readonly appName: string;
  readonly times: ModelTimes;
  /** Milliseconds between two times that the message is stored while it comes about, and that its end is tried again. */
  readonly storeMs: number;
  readonly log: Log;
}

/**
 * Has a model answer the message of a turn, and stores what it says and how the turn ends. The signal's reason is an `Interruption`.
 * Throws what keeps it from reading or storing anything: the turn has not ended then.
 */
export async function runTurn(
  parts: TurnParts,
  turn: FollowedTurn,
  live: LiveTurn,
  signal: AbortSignal,
): Promise<void> {
  const { pool, model, log } = parts;
  let end: TurnEnd = { status: 'completed' };
  let tokens = NO_TOKENS;
  const storing = keepStored(parts, turn.id, live);
  try {
    const said = await listSaid(pool, turn.conversationId, { upTo: turn.askedSeq, limit: SAID_MAX });
    signal.throwIfAborted();
    await storeCalled(pool, turn.id, model.id);
    live.note({
      type: 'data-model',
      data: { modelId: model.id, lane: model.lane, attempt: 1, failover: false },
      transient: true,
    });
    tokens = await tellAnswer(parts, said, live, signal);
  } catch (error) {
    end = endOf(error, signal);
    if (end.status === 'failed') {
      log.warn({ turnId: turn.id, code: end.errorCode, lane: model.lane }, 'a turn of the copilot failed');
    }
  } finally {
    await storing.stop();
  }
  await storeEndPatiently(parts, turn.id, end, { parts: live.parts, tokens });
  live.end(lastParts(end));
}

async function tellAnswer(
  { model, times, appName }: TurnParts,
  said: readonly EarlierMessage[],
  live: LiveTurn,
  signal: AbortSignal,
): Promise<TokenUsage> {
  const images = createImageFilter();
  const answer = askModel(model, toPrompt(appName, said), { signal, times });
  let length = 0;
  live.beginStep();
  try {
    let next = await answer.next();
    for (; next.done !== true && length < ANSWER_MAX; next = await answer.next()) {
      const { kind, delta } = next.value;
      const shown = kind === 'text' ? images.push(delta) : delta;
      length += shown.length;
      if (shown !== '') live.add({ kind, delta: shown });
    }
    return next.done === true ? next.value : NO_TOKENS;
  } finally {
    // Also where the answer is longer than any that is shown: the model is to stop.
    await answer.return(NO_TOKENS);
    const rest = images.end();
    if (rest !== '') live.add({ kind: 'text', delta: rest });
    live.endStep();
  }
}

/** Stores the message of a turn while it grows. What fails is made up for by the next time. */
function keepStored({ pool, storeMs, log }: TurnParts, turnId: string, live: LiveTurn): Repetition {
  let stored = 0;
  const store = async (): Promise<void> => {
    const { size } = live;
    if (size === stored) return;
    await storeParts(pool, turnId, live.parts);
    stored = size;
  };
  return repeat('storing an answer of the copilot', store, storeMs, log);
}

/** Stores the end of a turn, again and again while that fails. */
async function storeEndPatiently(
  { pool, storeMs }: TurnParts,
  turnId: string,
  end: TurnEnd,
  said: Parameters<typeof storeEnd>[3],
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await storeEnd(pool, turnId, end, said);
      return;
    } catch (error) {
      if (tries === END_TRIES) throw error;
      await pause(storeMs);
    }
  }
}

/** The end that an error or an interruption leads to; rethrows errors of our own. */
function endOf(error: unknown, signal: AbortSignal): TurnEnd {
  if (signal.aborted) {
    const interruption: Interruption = signal.reason;
    return interruption === 'stopped' ? { status: 'stopped' } : { status: 'failed', errorCode: 'SERVER_RESTARTED' };
  }
  if (error instanceof ModelFailure) {
    return { status: 'failed', errorCode: error.code, retryAfterSeconds: error.retryAfterSeconds };
  }
  throw error;
}

/** How the stream of a turn says that it has ended. */
export function lastParts(end: TurnEnd): StreamPart[] {
  if (end.status === 'failed') return failureParts(end.errorCode, end.retryAfterSeconds);
  return end.status === 'stopped' ? [{ type: 'abort' }] : [{ type: 'finish', finishReason: 'stop' }];
}

function failureParts(code: TurnFailureCode, retryAfterSeconds: number | undefined): StreamPart[] {
  return [
    { type: 'data-error', data: { code, retryAfterSeconds }, transient: true },
    { type: 'error', errorText: FAILURE_TEXTS[code] },
    { type: 'finish', finishReason: 'error' },
  ];
}
