import { randomBytes } from 'node:crypto';
import type { AsGranted } from '@svc/chassis/assertions/renewal';
import { ANSWER_TOKENS_MAX, askModel, NO_TOKENS, type CalledTool, type ModelTimes } from '../models/ask-model.js';
import type { PoolModel } from '../models/pool-models.js';
import { NO_TOOLS, type OfferedTools, type Said } from '../models/said.js';
import { bytesOf } from '../tools/tool-box.js';
import { createAnswerFilter } from './answer-filter.js';
import { callTools, type CallingParts, type TurnTools } from './call-tools.js';
import { finishWaiting, isWaiting } from './finish-waiting.js';
import { textOf } from './message-parts.js';
import { bytesIn, bytesOfSaid, toPrompt } from './prompt.js';
import { exchangeIn, resumeCalls, stepsIn } from './resume-exchange.js';
import { ToolBudget } from './tool-budget.js';
import type { SaidMessage } from './turn-repo.js';
import { TurnTrust } from './turn-trust.js';
import { verifyUser } from './verify-user.js';

/** Times that a model is asked in a turn. */
const MODEL_CALLS_MAX = 8;
/** Tokens of all that a model is told. */
const PROMPT_TOKENS_MAX = 32_000;
/** Characters of all that is said in a turn. */
const ANSWER_MAX = 64 * 1_024;
/** Bytes of the instruction, and of what marks results. */
const INSTRUCTION_BYTES = 3_000;

/** What a turn is answered with. */
export interface AnswerParts extends Pick<
  CallingParts,
  'pool' | 'grant' | 'live' | 'record' | 'toolMs' | 'signal' | 'log'
> {
  readonly model: PoolModel;
  readonly turn: CallingParts['turn'] & { readonly isTainted: boolean };
  readonly appName: string;
  readonly times: ModelTimes;
  readonly asGranted: AsGranted;
  /** Undefined where nothing can be done for users. */
  readonly tools: TurnTools | undefined;
}

/** How answering has come to its end: with an answer, or with a question to the user. */
export type Answered = 'answered' | 'awaiting_approval';

/** What goes on from one step of a turn to the next. */
interface TurnState {
  readonly said: readonly SaidMessage[];
  readonly exchange: Said[];
  readonly trust: TurnTrust;
  readonly budget: ToolBudget;
  readonly boundary: string;
  readonly loaded: Set<string>;
  /** Bytes of all that a model is told. */
  readonly roomBytes: number;
  /** Characters that were said. */
  length: number;
}

/**
 * Has a model answer what was said, in as many steps as it calls tools in, or goes on where the user was asked something. The user is
 * verified before each step. Throws ModelFailure and
 * TurnFailure, GRANT_ENDED, and the signal's reason once it is aborted.
 */
export async function answerTurn(parts: AnswerParts, said: readonly SaidMessage[]): Promise<Answered> {
  const { asGranted, grant, model, live, signal, record, tools } = parts;
  const state = beginState(parts, said);
  record.isTainted = state.trust.isTainted;
  await resume(parts, state);
  for (let step = stepsIn(live.parts) + 1; ; step += 1) {
    await verifyUser(asGranted, grant, signal);
    const offered = offerTools(parts, state, step === MODEL_CALLS_MAX);
    record.use.modelCalls += 1;
    live.note({
      type: 'data-model',
      data: { modelId: model.id, lane: model.lane, attempt: 1, failover: false },
      transient: true,
    });
    live.beginStep();
    try {
      const { text, called } = await tellStep(parts, state, offered);
      if (!tools || offered.isClosed || called.length === 0 || state.length >= ANSWER_MAX) return 'answered';
      const result = await callTools({ ...parts, ...state, tools }, { step, text, called });
      if (result.areWaiting) return 'awaiting_approval';
      state.exchange.push(...result.said);
    } finally {
      record.isTainted = state.trust.isTainted;
      live.endStep();
    }
  }
}

/** Does what the user has decided, and takes up what was said before they were asked. */
async function resume(parts: AnswerParts, state: TurnState): Promise<void> {
  const { live, record, tools } = parts;
  if (live.parts.length === 0) return;
  resumeCalls(live.parts, state);
  state.length = textOf(live.parts).length;
  try {
    if (tools && isWaiting(live.parts)) await finishWaiting({ ...parts, ...state, tools });
  } finally {
    record.isTainted = state.trust.isTainted;
    live.endStep();
  }
  state.exchange.push(...exchangeIn(live.parts, state.boundary));
}

function beginState({ model, tools, turn }: AnswerParts, said: readonly SaidMessage[]): TurnState {
  // A small model is left most of its context for what it is told.
  const answerTokens = Math.min(ANSWER_TOKENS_MAX, Math.ceil(model.contextTokens / 4));
  const roomBytes = bytesIn(Math.min(PROMPT_TOKENS_MAX, model.contextTokens - answerTokens));
  const loaded = new Set<string>();
  const offered = model.supportsTools ? (tools?.box.offer(loaded, roomBytes / 2) ?? []) : [];
  const question = Buffer.byteLength(textOf(said[0]?.parts ?? []));
  const users = said.filter(({ role }) => role === 'user');
  return {
    said,
    exchange: [],
    trust: new TurnTrust(
      turn.isTainted ||
        said.some(({ role, isTainted, status }) => isTainted && (role === 'user' || status !== 'failed')),
      users.map(({ parts }) => textOf(parts)),
    ),
    budget: new ToolBudget(roomBytes - bytesOf(offered) - question - INSTRUCTION_BYTES),
    boundary: randomBytes(9).toString('hex'),
    loaded,
    roomBytes,
    length: 0,
  };
}

/** What the model may call in a step. Once it has to come to its end it is still told of its tools, as it has called some. */
function offerTools({ model, tools }: AnswerParts, state: TurnState, isLast: boolean): OfferedTools {
  if (!tools || !model.supportsTools) return NO_TOOLS;
  const spent = state.exchange.reduce((bytes, each) => bytes + bytesOfSaid(each), INSTRUCTION_BYTES);
  const room = Math.min(state.roomBytes / 2, state.roomBytes - spent);
  return { tools: tools.box.offer(state.loaded, room), isClosed: isLast || state.budget.isSpent };
}

/** Asks the model, and tells what it says; answers that, and what it calls. */
async function tellStep(
  { model, times, appName, live, signal, record }: AnswerParts,
  state: TurnState,
  offered: OfferedTools,
): Promise<{ text: string; called: CalledTool[] }> {
  const prompt = toPrompt(
    {
      appName,
      boundary: offered.tools.length === 0 ? undefined : state.boundary,
      exchange: state.exchange,
      bytesMax: state.roomBytes - bytesOf(offered.tools),
    },
    state.said,
  );
  const filters = { text: createAnswerFilter(state.trust), reasoning: createAnswerFilter(state.trust) };
  const called: CalledTool[] = [];
  let text = '';
  const tell = (kind: 'text' | 'reasoning', delta: string): void => {
    if (delta === '') return;
    if (kind === 'text') text += delta;
    state.length += delta.length;
    live.add({ kind, delta });
  };
  const answer = askModel(model, prompt, { signal, times, offered });
  try {
    let next = await answer.next();
    for (; next.done !== true && state.length < ANSWER_MAX; next = await answer.next()) {
      const piece = next.value;
      if (piece.kind === 'call') called.push(piece);
      else tell(piece.kind, filters[piece.kind].push(piece.delta));
    }
    if (next.done === true) {
      record.use.promptTokens += next.value.promptTokens;
      record.use.completionTokens += next.value.completionTokens;
    }
  } finally {
    // Also where the answer is longer than any that is shown: the model is to stop.
    await answer.return(NO_TOKENS);
    tell('reasoning', filters.reasoning.end());
    tell('text', filters.text.end());
  }
  return { text, called };
}
