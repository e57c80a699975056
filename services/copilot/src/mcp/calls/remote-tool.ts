import { outsideTool } from '@svc/operations/registry/outside-tool';
import { bytesOf, nameForModels, type Tool } from '../../tools/tool-box.js';
import type { PinnedTool } from '../servers/mcp-server.js';

/** Runs a server's tool for the calling user. */
export type CallRemote = (tool: PinnedTool, input: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** A server with its offered tools. */
export interface OfferingServer {
  readonly slug: string;
  readonly autoApproveTools: readonly string[];
  readonly tools: readonly PinnedTool[];
  readonly call: CallRemote;
}

/** Family of a server's tools. */
function familyOf(slug: string): string {
  return `mcp__${slug}`;
}

/** A server's tools, as the copilot runs them. If the names that models see collide, the first tool wins. */
export function remoteTools({ slug, autoApproveTools, tools, call }: OfferingServer): Tool[] {
  const automatic = new Set(autoApproveTools);
  const byName = new Map<string, Tool>();
  for (const pinned of tools) {
    if (pinned.state !== 'offered') continue;
    const name = nameForModels(`${familyOf(slug)}__${pinned.name.replaceAll(/[^A-Za-z0-9_-]/g, '_')}`);
    if (byName.has(name)) continue;
    const operation = outsideTool({
      name,
      family: familyOf(slug),
      summary: `Call the tool ${pinned.name} of the MCP server ${slug}`,
      call: (input) => call(pinned, input),
    });
    const told = {
      name,
      description: `Tool of the MCP server ${slug}, which is outside the product. Its own description: ${pinned.description}`,
      inputSchema: pinned.inputSchema,
    };
    byName.set(name, {
      ...told,
      operation,
      bytes: bytesOf([told]),
      remote: { server: slug, isAutoApproved: automatic.has(pinned.name) },
    });
  }
  return [...byName.values()];
}
