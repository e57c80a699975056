import type { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { ToolDescription } from '../tools/tool-box.js';

/** A call of a tool that a model made. */
export interface MadeCall {
  /** The only one of its name in what a model is told. */
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

/** One thing that was said before, or says how to answer. */
export type Said =
  | { readonly role: 'system'; readonly text: string }
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly calls?: readonly MadeCall[] }
  | {
      readonly role: 'tool';
      readonly results: readonly { readonly id: string; readonly name: string; readonly text: string }[];
    };

/** What a model may use while it answers; with `isClosed` it is told of tools and may call none. */
export interface OfferedTools {
  readonly tools: readonly ToolDescription[];
  readonly isClosed: boolean;
}

/** What is offered where nothing can be called. */
export const NO_TOOLS: OfferedTools = { tools: [], isClosed: true };

/** How the libraries of providers are asked. */
export type CallOptions = Parameters<ReturnType<ReturnType<typeof createOpenAICompatible>['chatModel']>['doStream']>[0];
type FunctionTool = Extract<NonNullable<CallOptions['tools']>[number], { type: 'function' }>;

/** What was said, as the libraries of providers take it. */
export function toMessage(said: Said): CallOptions['prompt'][number] {
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

/** The tools of a call, as the libraries of providers take them; none where none are offered. */
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
