/** An in-process small language model: SmolLM2-135M-Instruct. Its answers are often wrong, but real. */
import { type AnswerEnd, type AnswerPiece, type ChatModel, ChatRefusal } from './chat-model.ts';
import { type ChatMessage, type ChatRequest, type ChatTool, toolsOf } from './chat-request.ts';
import { toGrammarSchema } from './grammar-schema.ts';
import { type InstalledModel, THREADS } from './install-real-model.ts';
import type { ChatItem, GrammarSchema, Llama, LlamaChat, LoadedModel, Sequence } from './llama.ts';

const CONTEXT_TOKENS = 2_048;
/** Tokens reserved for the answer. */
const ANSWER_ROOM = 256;
const ANSWER_TOKENS_MAX = 1_024;

const NO_TOOL = 'none';
const DESCRIPTION_MAX = 80;

/** Sampling parameters of an answer. */
interface Run {
  readonly chat: LlamaChat;
  readonly history: readonly ChatItem[];
  readonly maxTokens: number;
  readonly signal: AbortSignal;
}

/** Loads the model (about 500 MB of memory). Requests are processed one at a time. */
export async function loadRealModel({ llama, LlamaChat, modelFile }: InstalledModel): Promise<ChatModel> {
  const model = await llama.loadModel({ modelPath: modelFile });
  const context = await model.createContext({ contextSize: CONTEXT_TOKENS, threads: THREADS });
  const sequence = context.getSequence();
  const chat = new LlamaChat({ contextSequence: sequence });
  let before: Promise<unknown> = Promise.resolve();
  return {
    id: 'smollm2-135m-instruct',
    label: 'SmolLM2 135M',
    contextTokens: CONTEXT_TOKENS,
    answer(request, tell, signal) {
      const answer = before.then(() => answerOne({ llama, model, sequence, chat }, request, tell, signal));
      before = answer.catch(() => undefined);
      return answer;
    },
  };
}

interface Loaded {
  readonly llama: Llama;
  readonly model: LoadedModel;
  readonly sequence: Sequence;
  readonly chat: LlamaChat;
}

async function answerOne(
  { llama, model, sequence, chat }: Loaded,
  request: ChatRequest,
  tell: (piece: AnswerPiece) => void,
  signal: AbortSignal,
): Promise<AnswerEnd> {
  signal.throwIfAborted();
  const { tools, mustCall } = toolsOf(request);
  const history = toHistory(request.messages, tools);
  const promptTokens = chat.chatWrapper
    .generateContextState({ chatHistory: history })
    .contextText.tokenize(model.tokenizer).length;
  if (promptTokens > CONTEXT_TOKENS - ANSWER_ROOM) refuseLength(promptTokens);
  const asked = request.max_completion_tokens ?? request.max_tokens ?? ANSWER_TOKENS_MAX;
  const maxTokens = Math.min(asked, ANSWER_TOKENS_MAX, CONTEXT_TOKENS - promptTokens - 1);
  const run: Run = { chat, history, maxTokens, signal };
  const { usedOutputTokens: usedBefore } = sequence.tokenMeter.getState();
  const tool = await chooseTool(llama, run, tools, mustCall);
  const reason = tool ? await callTool(llama, run, tool, tell) : await say(run, tell);
  return { reason, promptTokens, completionTokens: sequence.tokenMeter.getState().usedOutputTokens - usedBefore };
}

/** Throws with OpenAI's wording, which clients look for. */
function refuseLength(tokens: number): never {
  const message =
    `This model's maximum context length is ${CONTEXT_TOKENS} tokens, of which ${ANSWER_ROOM} are kept for the answer. ` +
    `Your messages have ${tokens}. Shorten them.`;
  throw new ChatRefusal(400, 'context_length_exceeded', message, 'messages');
}

async function say({ chat, history, maxTokens, signal }: Run, tell: (piece: AnswerPiece) => void) {
  const onTextChunk = (text: string): void => {
    if (text !== '') tell({ kind: 'text', text });
  };
  const { metadata } = await chat.generateResponse(history, { maxTokens, temperature: 0, signal, onTextChunk });
  return metadata.stopReason === 'maxTokens' ? 'length' : 'stop';
}

/** Lets the model pick a tool by name, or none if none is required. */
async function chooseTool(
  llama: Llama,
  run: Run,
  tools: readonly ChatTool[],
  mustCall: boolean,
): Promise<ChatTool | undefined> {
  const names = [...(mustCall ? [] : [NO_TOOL]), ...tools.map(({ name }) => name)];
  if (names.length < 2) return tools[0];
  const chosen = await generateJson(llama, run, { type: 'object', properties: { tool: { enum: names } } });
  return tools.find(({ name }) => chosen.text.includes(JSON.stringify(name)));
}

async function callTool(llama: Llama, run: Run, { name, parameters }: ChatTool, tell: (piece: AnswerPiece) => void) {
  const schema = toGrammarSchema({ type: 'object', ...parameters });
  const takesNothing = 'properties' in schema && Object.keys(schema.properties).length === 0;
  const { text, isWhole } = takesNothing ? { text: '{}', isWhole: true } : await generateJson(llama, run, schema);
  tell({ kind: 'tool-call', name, arguments: text });
  return isWhole ? 'tool_calls' : 'length';
}

async function generateJson(llama: Llama, { chat, history, maxTokens, signal }: Run, schema: GrammarSchema) {
  const grammar = await llama.createGrammarForJsonSchema(schema);
  const { response, metadata } = await chat.generateResponse(history, { maxTokens, temperature: 0, signal, grammar });
  return { text: response.trim(), isWhole: metadata.stopReason !== 'maxTokens' };
}

function toHistory(messages: readonly ChatMessage[], tools: readonly ChatTool[]): ChatItem[] {
  const told = messages.filter(({ role }) => role === 'system' || role === 'developer').map(({ content }) => content);
  const offered = tools.map(({ name, description }) => `- ${name}: ${description.slice(0, DESCRIPTION_MAX)}`);
  const system = [...told, ...(offered.length > 0 ? ['You can call these tools:', ...offered] : [])].join('\n');
  const said = messages.flatMap(toItem);
  return [
    ...(system === '' ? [] : [{ type: 'system' as const, text: system }]),
    ...said,
    { type: 'model', response: [] },
  ];
}

/** The conversation, with the system's messages first. */
function toItem({ role, content, tool_calls: calls }: ChatMessage): ChatItem[] {
  switch (role) {
    case 'user':
      return [{ type: 'user', text: content }];
    case 'tool':
      return [{ type: 'user', text: `The tool answered: ${content}` }];
    case 'assistant': {
      const called = (calls ?? []).map(({ function: call }) => `${call.name} ${call.arguments}`);
      return [{ type: 'model', response: [[content, ...called].join('\n').trim()] }];
    }
    default:
      return [];
  }
}
