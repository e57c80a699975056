import { randomBytes } from 'node:crypto';
import type { AsGranted } from '@svc/chassis/assertions/renewal';
import type { RecentMemory } from '../memories/memory-repo.js';
import { notesFor, type Note } from '../memories/notes-for.js';
import { ANSWER_TOKENS_MAX, NO_TOKENS, type CalledTool } from '../models/ask-model.js';
import type { AskedModel, ModelRoute, StepQuestion } from '../models/model-route.js';
import { NO_TOOLS, type OfferedTools, type Said } from '../models/said.js';
import { bytesOf } from '../tools/tool-box.js';
import { callTools, type CallingParts, type TurnTools } from './call-tools.js';
import { finishWaiting, isWaiting } from './finish-waiting.js';
import type { EarlierChange } from './broken-off-repo.js';
import { textOf } from './message-parts.js';
import { bytesIn, bytesOfChanges, bytesOfNotes, bytesOfSaid, tokensIn, toPrompt } from './prompt.js';
import { ToldStep } from './told-step.js';
import { exchangeIn, resumeCalls, stepsIn } from './resume-exchange.js';
import { ToolBudget } from './tool-budget.js';
import type { SaidMessage } from './said-repo.js';
import { TurnTrust } from './turn-trust.js';
import { verifyUser } from './verify-user.js';

/** Times that a model is asked in a turn. */
const MODEL_CALLS_MAX = 8;
/** Tokens of all that a model is told. */
const PROMPT_TOKENS_MAX = 32_000;
/** Characters of all that is said in a turn. */
const ANSWER_MAX = 64 * 1_024;
/** Bytes of what was remembered: 1,500 tokens. */
const NOTES_BYTES_MAX = bytesIn(1_500);
/** Bytes of the instruction, and of what marks results. */
const INSTRUCTION_BYTES = 3_000;

/** What a turn is answered with. */
export interface AnswerParts extends Pick<
  CallingParts,
  'pool' | 'grant' | 'live' | 'record' | 'toolMs' | 'signal' | 'log'
> {
  readonly route: ModelRoute;
  readonly turn: CallingParts['turn'] & { readonly isTainted: boolean };
  readonly appName: string;
  /** What the user has had remembered, the newest first. */
  readonly memories: readonly RecentMemory[];
  /** What answers in the conversation have changed before they broke off. */
  readonly changes: readonly EarlierChange[];
  /** Keeps which model is asked. */
  readonly onAsked: (model: AskedModel) => Promise<void>;
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
  /** What of the memories the model is told. */
  readonly notes: readonly Note[];
  /** Bytes of the instruction with them. */
  readonly instructionBytes: number;
  /** Bytes of all that a model is told. */
  readonly roomBytes: number;
  /** Characters that were said. */
  length: number;
}

/**
 * Has a model answer what was said, in as many steps as it calls tools in, or goes on where the user was asked something. The user is
 * verified before each step; before the first one, by the caller of this function. Throws ModelFailure and
 * TurnFailure, GRANT_ENDED, and the signal's reason once it is aborted.
 */
export async function answerTurn(parts: AnswerParts, said: readonly SaidMessage[]): Promise<Answered> {
  const { asGranted, grant, route, live, signal, record, tools } = parts;
  const state = beginState(parts, said);
  record.isTainted = state.trust.isTainted;
  let isVerified = live.parts.length === 0;
  await resume(parts, state);
  for (let step = stepsIn(live.parts) + 1; ; step += 1) {
    if (!isVerified) await verifyUser(asGranted, grant, signal);
    isVerified = false;
    const offered = offerTools(parts, state, step === MODEL_CALLS_MAX);
    try {
      const { text, called } = await tellStep(parts, state, offered);
      if (!tools || offered.isClosed || called.length === 0 || state.length >= ANSWER_MAX) return 'answered';
      const result = await callTools({ ...parts, ...state, tools }, { step, text, called });
      if (result.areWaiting) return 'awaiting_approval';
      state.exchange.push(...result.said);
      if (state.budget.hasFailed && (await route.replaceForTools?.())) state.budget.forgive();
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

function beginState({ route, tools, memories, changes, turn }: AnswerParts, said: readonly SaidMessage[]): TurnState {
  // A small model is left most of its context for what it is told.
  const answerTokens = Math.min(ANSWER_TOKENS_MAX, Math.ceil(route.contextTokens / 4));
  const roomBytes = bytesIn(Math.min(PROMPT_TOKENS_MAX, route.contextTokens - answerTokens));
  const loaded = new Set<string>();
  const offered = route.supportsTools ? (tools?.box.offer(loaded, roomBytes / 2) ?? []) : [];
  const question = textOf(said[0]?.parts ?? []);
  const notes = notesFor(question, memories, Math.min(NOTES_BYTES_MAX, roomBytes / 8));
  const instructionBytes = INSTRUCTION_BYTES + bytesOfNotes(notes) + bytesOfChanges(changes);
  const users = said.filter(({ role }) => role === 'user');
  return {
    said,
    exchange: [],
    trust: new TurnTrust(
      turn.isTainted ||
        changes.some(({ isTainted }) => isTainted) ||
        said.some(({ role, isTainted, status }) => isTainted && (role === 'user' || status !== 'failed')),
      users.map(({ parts }) => textOf(parts)),
    ),
    budget: new ToolBudget(roomBytes - bytesOf(offered) - Buffer.byteLength(question) - instructionBytes),
    boundary: randomBytes(9).toString('hex'),
    loaded,
    notes,
    instructionBytes,
    roomBytes,
    length: 0,
  };
}

/** What the model may call in a step. Once it has to come to its end it is still told of its tools, as it has called some. */
function offerTools({ route, tools }: AnswerParts, state: TurnState, isLast: boolean): OfferedTools {
  if (!tools || !route.supportsTools) return NO_TOOLS;
  const spent = state.exchange.reduce((bytes, each) => bytes + bytesOfSaid(each), state.instructionBytes);
  const room = Math.min(state.roomBytes / 2, state.roomBytes - spent);
  return { tools: tools.box.offer(state.loaded, room), isClosed: isLast || state.budget.isSpent };
}

/** Asks for the answer of a step, and tells what is said; answers that, and what is called. */
async function tellStep(
  parts: AnswerParts,
  state: TurnState,
  offered: OfferedTools,
): Promise<{ text: string; called: CalledTool[] }> {
  const { route, live, record } = parts;
  let step = new ToldStep(live, state);
  // The model is not kept waiting for it; one after the other, so that the last one stays.
  let noted = Promise.resolve();
  const answer = route.ask(questionOf(parts, state, offered));
  try {
    let next = await answer.next();
    for (; next.done !== true && state.length < ANSWER_MAX; next = await answer.next()) {
      const event = next.value;
      if (event.kind === 'model') {
        tellAsked(parts, event);
        noted = noted.then(() => parts.onAsked(event));
        // It is waited for below.
        noted.catch(() => undefined);
      } else if (event.kind === 'reset') {
        step.forget();
        step = new ToldStep(live, state);
      } else step.add(event);
    }
    if (next.done === true) {
      record.use.promptTokens += next.value.promptTokens;
      record.use.completionTokens += next.value.completionTokens;
    }
  } finally {
    // Also where the answer is longer than any that is shown: the model is to stop.
    await answer.return(NO_TOKENS);
    step.end();
    // Whether a model was asked decides whether the turn counts.
    await Promise.allSettled([noted]);
  }
  await noted;
  return step;
}

function questionOf({ appName, changes, signal }: AnswerParts, state: TurnState, offered: OfferedTools): StepQuestion {
  const offeredBytes = bytesOf(offered.tools);
  const prompt = toPrompt(
    {
      appName,
      boundary: offered.tools.length === 0 ? undefined : state.boundary,
      notes: state.notes,
      changes,
      exchange: state.exchange,
      bytesMax: state.roomBytes - offeredBytes,
    },
    state.said,
  );
  const promptTokens = tokensIn(prompt.reduce((bytes, each) => bytes + bytesOfSaid(each), offeredBytes));
  return { prompt, offered, promptTokens, signal };
}

function tellAsked({ live, record }: AnswerParts, model: AskedModel): void {
  const { id: modelId, lane, attempt, isFailover: failover } = model;
  record.use.modelCalls += 1;
  if (failover) record.use.failovers += 1;
  live.note({ type: 'data-model', data: { modelId, lane, attempt, failover }, transient: true });
  if (attempt === 1) live.beginStep();
}
