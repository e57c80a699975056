import type { Tool } from '@modelcontextprotocol/client';
import { hashInput } from '@svc/operations/approvals/hash-input';
import { cleanText } from '../../tools/clean-text.js';
import type { PinnedTool, ServerStatus, ServerTool, ToolAnnotations } from '../servers/mcp-server.js';

/** Maximum tools read from a server. */
const TOOLS_MAX = 100;
/** Maximum tools of a server, counting pinned and later ones. */
const KEPT_MAX = 200;
/** Maximum length of a description. */
const DESCRIPTION_MAX = 4_000;
/** Maximum bytes of a schema; a tool with a larger one is ignored. */
const SCHEMA_BYTES_MAX = 12 * 1_024;
const HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;
/** Tool names that the protocol allows. */
const TOOL_NAME = /^[A-Za-z0-9_.-]{1,128}$/;

/** The server's tools, without invisible text. Ignores tools that cannot be offered. */
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
 * Compares a server's tools with those pinned when it was enabled, null at its first connection. A tool that differs or is new is off from then on,
 * even when it changes back.
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
