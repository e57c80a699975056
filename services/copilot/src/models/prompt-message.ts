import type { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { ToolDescription } from '../tools/tool-box.js';

/** A tool call of a model. */
export interface PromptToolCall {
  /** Unique within a prompt. */
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

/** One message of a prompt. */
export type PromptMessage =
  | { readonly role: 'system'; readonly text: string }
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly calls?: readonly PromptToolCall[] }
  | {
      readonly role: 'tool';
      readonly results: readonly { readonly id: string; readonly name: string; readonly text: string }[];
    };

/** Tools offered to a model; with `isClosed` it sees them but must not call any. */
export interface OfferedTools {
  readonly tools: readonly ToolDescription[];
  readonly isClosed: boolean;
}

/** No tools. */
export const NO_TOOLS: OfferedTools = { tools: [], isClosed: true };

/** Message types of the providers' libraries. */
export type CallOptions = Parameters<ReturnType<ReturnType<typeof createOpenAICompatible>['chatModel']>['doStream']>[0];
type FunctionTool = Extract<NonNullable<CallOptions['tools']>[number], { type: 'function' }>;

/** Converts messages for the providers' libraries. */
export function toMessage(said: PromptMessage): CallOptions['prompt'][number] {
  if (said.role === 'tool') {
    const content = said.results.map(({ id, name, text }) => ({
      type: 'tool-result' as const,
      toolCallId: id,
      toolName: name,
      output: { type: 'text' as const, value: text },
    }));
    return { role: 'tool', content };
  }
  if (said.role === 'system') return { role: 'system', content: said.text };
  const texts = said.text === '' ? [] : [{ type: 'text' as const, text: said.text }];
  if (said.role === 'user') return { role: 'user', content: texts };
  const calls = (said.calls ?? []).map(({ id, name, input }) => ({
    type: 'tool-call' as const,
    toolCallId: id,
    toolName: name,
    input,
  }));
  return { role: 'assistant', content: [...texts, ...calls] };
}

/** Converts tools for the providers' libraries; empty when none are offered. */
export function toToolOptions({ tools, isClosed }: OfferedTools): Pick<CallOptions, 'tools' | 'toolChoice'> {
  if (tools.length === 0) return {};
  return {
    tools: tools.map(({ name, description, inputSchema }) => ({
      type: 'function',
      name,
      description,
      inputSchema: inputSchema as FunctionTool['inputSchema'],
    })),
    toolChoice: { type: isClosed ? 'none' : 'auto' },
  };
}
