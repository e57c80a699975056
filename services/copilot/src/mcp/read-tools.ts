import type { Tool } from '@modelcontextprotocol/client';
import { hashInput } from '@svc/operations/approvals/hash-input';
import { cleanText } from '../tools/clean-text.js';
import type { PinnedTool, ServerStatus, ServerTool, ToolAnnotations } from './mcp-server.js';

/** Tools of a server that are looked at. */
const TOOLS_MAX = 100;
/** Of those that were pinned and those that have come since. */
const KEPT_MAX = 200;
/** Characters of a description. */
const DESCRIPTION_MAX = 4_000;
/** Bytes of a schema; a tool with more of them is left out. */
const SCHEMA_BYTES_MAX = 12 * 1_024;
const HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;
/** Names as the protocol has them. */
const TOOL_NAME = /^[A-Za-z0-9_.-]{1,128}$/;

/** The tools of a server as models may be told of them: cleaned of what people would not see. What cannot be told is left out. */
export function readTools(tools: readonly Tool[]): ServerTool[] {
  const read = new Map<string, ServerTool>();
  for (const { name, description = '', inputSchema, annotations } of tools.slice(0, TOOLS_MAX)) {
    const isLong = Buffer.byteLength(JSON.stringify(inputSchema)) > SCHEMA_BYTES_MAX;
    if (!TOOL_NAME.test(name) || isLong || read.has(name)) continue;
    read.set(name, {
      name,
      description: cleanText(description).slice(0, DESCRIPTION_MAX),
      inputSchema: cleanedJson(inputSchema) as ServerTool['inputSchema'],
      hash: hashInput({ name, description, inputSchema }).toString('hex'),
      annotations: readAnnotations(annotations),
    });
  }
  return [...read.values()];
}

/**
 * What becomes of the tools of a server that was enabled with these, null at its first connection. One that is not as it was, or that was
 * not there, is off from then on, also where it is changed back.
 */
export function compareTools(
  pinned: readonly PinnedTool[] | null,
  found: readonly ServerTool[],
): { readonly tools: readonly PinnedTool[]; readonly status: Extract<ServerStatus, 'ready' | 'tools_changed'> } {
  if (pinned === null) return { tools: found.map((tool) => ({ ...tool, state: 'offered' })), status: 'ready' };
  const byName = new Map(found.map((tool) => [tool.name, tool]));
  const known = new Set(pinned.map(({ name }) => name));
  const kept = pinned.map((tool): PinnedTool => {
    const now = byName.get(tool.name);
    return { ...tool, annotations: now ? now.annotations : tool.annotations, state: stateOf(tool, now) };
  });
  const fresh = found.filter(({ name }) => !known.has(name)).map((tool): PinnedTool => ({ ...tool, state: 'changed' }));
  const tools = [...kept, ...fresh].slice(0, KEPT_MAX);
  return { tools, status: tools.some(({ state }) => state === 'changed') ? 'tools_changed' : 'ready' };
}

function stateOf({ state, hash }: PinnedTool, found: ServerTool | undefined): PinnedTool['state'] {
  if (state === 'changed') return 'changed';
  if (!found) return 'missing';
  return found.hash === hash ? 'offered' : 'changed';
}

function readAnnotations(annotations: Tool['annotations']): ToolAnnotations | undefined {
  const said = HINTS.filter((hint) => typeof annotations?.[hint] === 'boolean');
  return said.length === 0 ? undefined : Object.fromEntries(said.map((hint) => [hint, annotations?.[hint]]));
}

function cleanedJson(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(cleanedJson);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [cleanText(name), cleanedJson(each)]));
}
