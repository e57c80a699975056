/** Requests to the offline model: chat completions as OpenAI-compatible clients send them. */
import { z } from 'zod';

const MESSAGES_MAX = 10_000;
const TOOLS_MAX = 256;

/** Parts other than text (images, sound) count as empty. */
const Part = z.looseObject({ type: z.string(), text: z.string().optional() });
const Content = z
  .union([z.string(), z.array(Part).max(1_000)])
  .nullish()
  .transform((content) => (Array.isArray(content) ? content.map(({ text = '' }) => text).join('') : (content ?? '')));

const ToolCall = z.looseObject({ function: z.looseObject({ name: z.string(), arguments: z.string() }) });

const Message = z.looseObject({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
  content: Content,
  tool_calls: z.array(ToolCall).max(TOOLS_MAX).nullish(),
});

const Tool = z.looseObject({
  type: z.literal('function'),
  function: z.looseObject({
    name: z.string().regex(/^[\w-]{1,64}$/, 'must be 1 to 64 letters, digits, hyphens and underscores.'),
    description: z.string().default(''),
    parameters: z.record(z.string(), z.unknown()).default({}),
  }),
});

const ToolChoice = z.union([
  z.enum(['auto', 'none', 'required']),
  z.looseObject({ type: z.literal('function'), function: z.looseObject({ name: z.string() }) }),
]);

/** The body of `POST /v1/chat/completions`. Other members, such as `temperature`, are ignored. */
export const ChatRequest = z.looseObject({
  model: z.string().max(200).optional(),
  messages: z.array(Message).min(1).max(MESSAGES_MAX),
  stream: z.boolean().default(false),
  stream_options: z.looseObject({ include_usage: z.boolean().default(false) }).nullish(),
  max_tokens: z.int().min(1).nullish(),
  max_completion_tokens: z.int().min(1).nullish(),
  tools: z.array(Tool).max(TOOLS_MAX).default([]),
  tool_choice: ToolChoice.default('auto'),
});

export type ChatRequest = z.infer<typeof ChatRequest>;
export type ChatMessage = ChatRequest['messages'][number];
export type ChatTool = ChatRequest['tools'][number]['function'];

/** The available tools, and whether one must be called. */
export function toolsOf({ tools, tool_choice: choice }: ChatRequest): {
  readonly tools: readonly ChatTool[];
  readonly mustCall: boolean;
} {
  const all = tools.map(({ function: tool }) => tool);
  if (choice === 'none') return { tools: [], mustCall: false };
  if (typeof choice === 'string') return { tools: all, mustCall: choice === 'required' };
  return { tools: all.filter(({ name }) => name === choice.function.name), mustCall: true };
}
