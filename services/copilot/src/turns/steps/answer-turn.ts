import { randomBytes } from 'node:crypto';
import type { AsGranted } from '@svc/chassis/assertions/renewal';
import type { RecentMemory } from '../../memories/memory-repo.js';
import { type Note, notesFor } from '../../memories/notes-for.js';
import { ANSWER_TOKENS_MAX, type CalledTool, NO_TOKENS } from '../../models/ask-model.js';
import type { AskedModel, Billing, ModelRoute, StepQuestion } from '../../models/model-route.js';
import { NO_TOOLS, type OfferedTools, type PromptMessage } from '../../models/prompt-message.js';
import { bytesOf } from '../../tools/tool-box.js';
import { type CallingParts, callTools, type TurnTools } from '../calls/call-tools.js';
import { finishWaiting, isWaiting } from '../calls/finish-waiting.js';
import { ToolBudget } from '../calls/tool-budget.js';
import { TurnTrust } from '../filters/turn-trust.js';
import { textOf } from '../messages/message-parts.js';
import type { StoredMessage } from '../messages/stored-message-repo.js';
import type { EarlierChange } from './broken-off-repo.js';
import { bytesIn, bytesOfChanges, bytesOfMessage, bytesOfNotes, tokensIn, toPrompt } from './prompt.js';
import { exchangeIn, resumeCalls, stepsIn } from './resume-exchange.js';
import { StreamedStep } from './streamed-step.js';
import { verifyUser } from './verify-user.js';

/** Maximum steps of a turn. */
const MODEL_CALLS_MAX = 8;
/** Maximum tokens of a prompt. */
const PROMPT_TOKENS_MAX = 32_000;
/** Maximum characters of output in a turn. */
const ANSWER_MAX = 64 * 1_024;
/** Maximum bytes of memories: 1,500 tokens. */
const NOTES_BYTES_MAX = bytesIn(1_500);
/** Bytes of the instruction, and of the marks around results. */
const INSTRUCTION_BYTES = 3_000;

/** The input for answering a turn. */
export interface AnswerParts extends Pick<
  CallingParts,
  'pool' | 'grant' | 'live' | 'record' | 'toolMs' | 'signal' | 'log'
> {
  readonly route: ModelRoute;
  readonly turn: CallingParts['turn'] & { readonly isTainted: boolean };
  readonly appName: string;
  /** The user's memories, newest first. */
  readonly memories: readonly RecentMemory[];
  /** Changes made by answers in the conversation that broke off. */
  readonly changes: readonly EarlierChange[];
  /** Verifies before each request to a model, and before asking for approvals, that the request may be sent. Throws TurnFailure. */
  readonly beforeAsked: (billing: Billing) => Promise<void>;
  /** Records which model is asked. */
  readonly onAsked: (model: AskedModel) => Promise<void>;
  readonly asGranted: AsGranted;
  /** Undefined when the copilot has no tools. */
  readonly tools: TurnTools | undefined;
}

/** The end of answering: an answer, or a question to the user. */
export type Answered = 'answered' | 'awaiting_approval';

/** State shared by the steps of a turn. */
interface TurnState {
  readonly said: readonly StoredMessage[];
  readonly exchange: PromptMessage[];
  readonly trust: TurnTrust;
  readonly budget: ToolBudget;
  readonly boundary: string;
  readonly loaded: Set<string>;
  /** Memories included in the prompt. */
  readonly notes: readonly Note[];
  /** Bytes of the instruction with them. */
  readonly instructionBytes: number;
  /** Maximum bytes of the prompt. */
  readonly roomBytes: number;
  /** Characters of output so far. */
  length: number;
  /** The model that answered last. */
  billing: Billing;
}

/**
 * Answers with a model, in as many steps as it calls tools, or continues after the user was asked. Verifies the user before each step; the caller
 * does so before the first. Throws ModelFailure and TurnFailure, GRANT_ENDED, and the signal's reason once it is aborted.
 */
export async function answerTurn(parts: AnswerParts, said: readonly StoredMessage[]): Promise<Answered> {
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
      if (result.areWaiting) {
        await parts.beforeAsked(state.billing);
        return 'awaiting_approval';
      }
      state.exchange.push(...result.said);
      if (state.budget.hasBadArguments && (await route.replaceForTools?.())) state.budget.forgive();
    } finally {
      record.isTainted = state.trust.isTainted;
      live.endStep();
    }
  }
}

/** Applies the user's decisions, and restores the state before they were asked. */
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

function beginState({ route, tools, memories, changes, turn }: AnswerParts, said: readonly StoredMessage[]): TurnState {
  // A small model keeps most of its context for the prompt.
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
    billing: 'free',
  };
}

/** The tools for a step. In the last one the model still sees its tools, because it has called some, but may call none. */
function offerTools({ route, tools }: AnswerParts, state: TurnState, isLast: boolean): OfferedTools {
  if (!tools || !route.supportsTools) return NO_TOOLS;
  const spent = state.exchange.reduce((bytes, each) => bytes + bytesOfMessage(each), state.instructionBytes);
  const room = Math.min(state.roomBytes / 2, state.roomBytes - spent);
  return { tools: tools.box.offer(state.loaded, room), isClosed: isLast || state.budget.isSpent };
}

/** Asks for the answer of a step, and streams it; returns the text and the calls. */
async function tellStep(
  parts: AnswerParts,
  state: TurnState,
  offered: OfferedTools,
): Promise<{ text: string; called: CalledTool[] }> {
  const { route, live, record } = parts;
  let step = new StreamedStep(live, state);
  // Not awaited, so that the model need not wait; serialized, so that the last write wins.
  let noted = Promise.resolve();
  const answer = route.ask(questionOf(parts, state, offered));
  try {
    let next = await answer.next();
    for (; next.done !== true && state.length < ANSWER_MAX; next = await answer.next()) {
      const event = next.value;
      if (event.kind === 'model') {
        await parts.beforeAsked(event.billing);
        state.billing = event.billing;
        tellAsked(parts, event);
        noted = noted.then(() => parts.onAsked(event));
        // Awaited below.
        noted.catch(() => undefined);
      } else if (event.kind === 'reset') {
        step.forget();
        step = new StreamedStep(live, state);
      } else step.add(event);
    }
    if (next.done === true) {
      record.use.promptTokens += next.value.promptTokens;
      record.use.completionTokens += next.value.completionTokens;
    }
  } finally {
    // Stops the model, also when the answer exceeds the maximum.
    await answer.return(NO_TOKENS);
    step.end();
    // A turn counts only if a model was called.
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
  const promptTokens = tokensIn(prompt.reduce((bytes, each) => bytes + bytesOfMessage(each), offeredBytes));
  return { prompt, offered, promptTokens, signal };
}

function tellAsked({ live, record }: AnswerParts, model: AskedModel): void {
  const { id: modelId, lane, attempt, isFailover: failover } = model;
  record.use.modelCalls += 1;
  if (failover) record.use.failovers += 1;
  live.note({ type: 'data-model', data: { modelId, lane, attempt, failover }, transient: true });
  if (attempt === 1) live.beginStep();
}
