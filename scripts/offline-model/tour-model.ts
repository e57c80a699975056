/** A model with fixed answers to the questions of docs/copilot.md. */
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { AnswerEnd, AnswerPiece, ChatModel } from './chat-model.ts';
import { type ChatRequest, type ChatTool, toolsOf } from './chat-request.ts';
import { type Job, JOBS } from './tour-jobs.ts';

/** Milliseconds between two words, to simulate generation. */
const WORD_MS = 40;

const GREETING = `Hello! I'm the offline model. I run on your machine, have a few fixed answers, and send nothing anywhere. Ask me "What can you do?".`;

const ABILITIES = `The copilot answers in plain words, and keeps your conversations. I stand in for a real model, so that you can try it without an account at a provider. Ask me:

- "Hello"
- "What can you do?"
- "Explain how a deal works", a long answer: press Stop before it ends, then try again
- "What is due?": I look it up
- "Add 12,000 views to the first": I do it at once
- "Remind me to send the invoice": I create a task
- "Delete that deal": the copilot asks you first`;

const LONG_ANSWER = `A sponsored-content deal in Dealbridge goes through five stages.

1. **Import.** Creators send you the links of the videos that went live. You paste a day's links, and each group becomes a deal with its videos. The promo code tells deals of one sponsor apart, so a group without a code waits until you add it.

2. **Check days.** The sponsor wants to know how many people have watched each video, usually some days after it was posted. Each deal has its check days, and Dealbridge computes from the post date when each check is due. Today lists the due checks, oldest first.

3. **View counts.** You open the video, read the count, and type it in as you see it: 12.3k is read as 12,300. If a count looks wrong, such as one below the last, Dealbridge asks you to confirm it. A correction keeps the earlier count, and who changed it.

4. **Evidence.** A screenshot proves a view count. You upload one, or let Dealbridge capture the page. The screenshot stays with the view count for everyone who may see the deal.

5. **The report.** When the view counts of a day are in, you copy the text for the sponsor: the name of the deal, its code, and each video with its views. You can also share the deal with a team, or send a link that works without an account.

This answer is long, so it is a good one to stop before it ends.`;

const NO_TOOL = `I can't do that, because I don't have the tool for it. The page Today lists what is due.`;

const UNKNOWN = `I'm the offline model, with only a few fixed answers. Ask me "Hello", "What can you do?", "Explain how a deal works" or "What is due?".`;

export const tourModel: ChatModel = {
  id: 'offline',
  label: 'Offline model',
  contextTokens: 32_768,
  async answer(request, tell, signal) {
    const pieces = answerTo(request);
    for (const [at, piece] of pieces.entries()) {
      if (at > 0) await pause(WORD_MS, undefined, { signal });
      signal.throwIfAborted();
      tell(piece);
    }
    return endOf(request, pieces);
  },
};

function answerTo(request: ChatRequest): AnswerPiece[] {
  const { tools, mustCall } = toolsOf(request);
  const askedAt = request.messages.findLastIndex(({ role }) => role === 'user');
  const question = request.messages[askedAt]?.content ?? '';
  const results = request.messages.slice(askedAt + 1).flatMap(({ role, content }) => (role === 'tool' ? content : []));
  const job = JOBS.find(({ asks }) => asks.test(question));
  if (job) return goOn(job, question, results, tools);
  const [first] = tools;
  if (mustCall && first && results.length === 0) return [{ kind: 'tool-call', name: first.name, arguments: '{}' }];
  return words(wordsFor(question));
}

/** The next step of a job, or its final text. */
function goOn(job: Job, question: string, told: readonly string[], tools: readonly ChatTool[]): AnswerPiece[] {
  const results = told.map(parseJson);
  const failure = Failure.safeParse(results.at(-1)).data?.error;
  if (failure) return words(`That was not done: ${failure.message}`);
  const step = job.steps[results.length];
  if (!step) return words(job.says(question, results));
  if (!tools.some(({ name }) => name === step.tool)) return words(NO_TOOL);
  const args = step.arguments(question, results);
  return args ? [{ kind: 'tool-call', name: step.tool, arguments: JSON.stringify(args) }] : words(job.nothing);
}

function wordsFor(question: string): string {
  if (/\b(explain|long|how does)\b/i.test(question)) return LONG_ANSWER;
  if (/\bwhat can (you|the copilot) do\b|\bhelp\b/i.test(question)) return ABILITIES;
  return /^\W*(hello|hi|hey|good (morning|afternoon|evening))\b/i.test(question) ? GREETING : UNKNOWN;
}

const Failure = z.object({ error: z.object({ message: z.string() }) });

/** The object in a tool result, which a client may wrap in its own markers. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
  } catch {
    return undefined;
  }
}

/** Splits a text into words, each with the space before it. */
function words(text: string): AnswerPiece[] {
  return text.split(/(?<=\S)(?=\s)/).map((word) => ({ kind: 'text', text: word }));
}

function endOf({ messages }: ChatRequest, pieces: readonly AnswerPiece[]): AnswerEnd {
  const said = pieces.map((piece) => (piece.kind === 'text' ? piece.text : piece.arguments)).join('');
  return {
    reason: pieces.some(({ kind }) => kind === 'tool-call') ? 'tool_calls' : 'stop',
    promptTokens: tokensOf(messages.map(({ content }) => content).join(' ')),
    completionTokens: tokensOf(said),
  };
}

/** Estimates the tokens that a real model would count. */
function tokensOf(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4);
}
