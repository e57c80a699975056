import type { Log } from '@svc/chassis/log';
import type { Pool } from '@svc/chassis/postgres/pool';
import { FAILURE_TEXTS, type TurnFailureCode } from '../models/turn-failures.js';
import { askModel, type ModelTimes } from '../models/ask-model.js';
import { toModelFailure } from '../models/model-failure.js';
import type { PoolModel } from '../models/pool-models.js';
import { addModelCall } from '../settings/usage-repo.js';
import { storeEnd, type TurnEnd } from './end-turn.js';
import type { LiveTurn } from './live-turn.js';
import type { StreamPart } from './message-parts.js';
import { toPrompt } from './prompt.js';
import { listSaid, storeCalled, storeParts, type FollowedTurn } from './turn-repo.js';
import { createImageFilter } from './without-images.js';

const SAID_MAX = 200;
/** Characters of all that is said in a turn. */
const ANSWER_MAX = 64 * 1_024;
/** Milliseconds between two times that the message is stored while it comes about. */
const STORE_MS = 1_000;

/** Why a turn is ended from outside: somebody wants it to stop, or its process stops. */
export type Interruption = 'stopped' | 'restarted';

export interface TurnParts {
  readonly pool: Pool;
  readonly model: PoolModel;
  readonly appName: string;
  readonly times: ModelTimes;
  readonly log: Log;
}

/** Has a model answer the message of a turn, and stores what it says and how the turn ends. The signal's reason is an `Interruption`. */
export async function runTurn(
  { pool, model, appName, times, log }: TurnParts,
  turn: FollowedTurn,
  live: LiveTurn,
  signal: AbortSignal,
): Promise<void> {
  let end: TurnEnd;
  try {
    const said = await listSaid(pool, turn.conversationId, { upTo: turn.askedSeq, limit: SAID_MAX });
    signal.throwIfAborted();
    await storeCalled(pool, turn.id, model.id);
    live.note({
      type: 'data-model',
      data: { modelId: model.id, lane: model.lane, attempt: 1, failover: false },
      transient: true,
    });
    await tellAnswer({ pool, model, times }, turn, toPrompt(appName, said), live, signal);
    end = { status: 'completed' };
  } catch (error) {
    end = endOf(error, signal);
    if (end.status === 'failed')
      log.warn({ turnId: turn.id, code: end.errorCode, lane: model.lane }, 'a turn of the copilot failed');
  }
  await storeEnd(pool, turn.id, end, live.parts);
  live.end(lastParts(end));
}

async function tellAnswer(
  { pool, model, times }: Pick<TurnParts, 'pool' | 'model' | 'times'>,
  turn: FollowedTurn,
  said: ReturnType<typeof toPrompt>,
  live: LiveTurn,
  signal: AbortSignal,
): Promise<void> {
  const images = createImageFilter();
  const answer = askModel(model, said, { signal, times });
  let [length, storedAt] = [0, performance.now()];
  live.beginStep();
  try {
    let next = await answer.next();
    for (; next.done !== true && length < ANSWER_MAX; next = await answer.next()) {
      const { kind, delta } = next.value;
      const shown = kind === 'text' ? images.push(delta) : delta;
      length += shown.length;
      if (shown !== '') live.add({ kind, delta: shown });
      if (performance.now() - storedAt < STORE_MS) continue;
      storedAt = performance.now();
      await storeParts(pool, turn.id, live.parts);
    }
    const tokens = next.done === true ? next.value : { promptTokens: 0, completionTokens: 0 };
    await addModelCall(pool, turn.ownerId, turn.day, tokens);
  } finally {
    // Also where the answer is longer than any that is shown: the model is to stop.
    await answer.return({ promptTokens: 0, completionTokens: 0 });
    const rest = images.end();
    if (rest !== '') live.add({ kind: 'text', delta: rest });
    live.endStep();
  }
}

function endOf(error: unknown, signal: AbortSignal): TurnEnd {
  if (!signal.aborted) return { status: 'failed', errorCode: toModelFailure(error).code };
  const interruption: Interruption = signal.reason;
  return interruption === 'stopped' ? { status: 'stopped' } : { status: 'failed', errorCode: 'SERVER_RESTARTED' };
}

/** How the stream of a turn says that it has ended. */
export function lastParts(end: TurnEnd): StreamPart[] {
  if (end.status === 'failed') return failureParts(end.errorCode);
  return end.status === 'stopped' ? [{ type: 'abort' }] : [{ type: 'finish', finishReason: 'stop' }];
}

function failureParts(code: TurnFailureCode): StreamPart[] {
  return [
    { type: 'data-error', data: { code } },
    { type: 'error', errorText: FAILURE_TEXTS[code] },
    { type: 'finish', finishReason: 'error' },
  ];
}
