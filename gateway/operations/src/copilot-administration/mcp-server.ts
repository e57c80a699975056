import { Id, present, stamps, text } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';

const Transport = z.enum(['http', 'sse']).describe('`http` is Streamable HTTP; `sse` the older transport.');
const Slug = z
  .string()
  .trim()
  .regex(/^[a-z0-9]{1,20}$/, 'must be 1 to 20 of a-z and 0-9.')
  .describe("Unique part of its tools' names, `mcp__<slug>__<tool>`.");

/** Header that authenticates to a server. The service validates its name and value. */
const AuthHeader = z
  .strictObject({ name: z.string().trim().min(1).max(64), value: z.string().trim().min(1).max(4_096) })
  .describe('Sent with every request to the server; stored encrypted, and never returned.');

/** Fields that administrators set. */
export const mcpServerFields = {
  name: text(100),
  slug: Slug,
  url: z.string().trim().min(1).max(2_000).describe('A public https URL, on port 443 or 8443.'),
  transport: Transport,
  authHeader: AuthHeader.nullable(),
  autoApproveTools: z
    .array(z.string().trim().min(1).max(128))
    .max(100)
    .describe(
      "Tools, by the server's own names, that run without asking the user; once the copilot has read text by others, only with short arguments without secrets.",
    ),
};

const Hint = present(z.boolean());

const McpTool = z.object({
  name: z.string().describe("The server's own name for it."),
  state: z.enum(['offered', 'changed', 'missing']),
  annotations: present(
    z.object({ readOnlyHint: Hint, destructiveHint: Hint, idempotentHint: Hint, openWorldHint: Hint }),
  ).describe('MCP annotations from the server. The copilot does not rely on them.'),
});

/** A server as shown to administrators. */
export const McpServer = z
  .object({
    id: Id,
    name: z.string(),
    slug: z.string(),
    url: z.string(),
    transport: Transport,
    hasAuthHeader: z.boolean(),
    enabled: z.boolean(),
    autoApproveTools: z.array(z.string()),
    status: z
      .enum(['disabled', 'connecting', 'ready', 'unreachable', 'tools_changed'])
      .describe('`tools_changed`: some tools are off because they changed; enable the server again to accept them.'),
    toolCount: z.int().nullable().describe('Number of tools offered to the copilot; null before the first connection.'),
    changedTools: z.array(z.string()).describe("Tools that are off, by the server's own names."),
    tools: z.array(McpTool).describe('Its known tools; empty before the first connection and while it is disabled.'),
    lastError: z.string().nullable().describe('Why it is not ready.'),
    skippedReason: present(z.enum(['duplicate_of_env_memory'])).describe(
      'The environment configures the same URL, so this server is skipped, and `disabled` meanwhile.',
    ),
    ...stamps,
  })
  .meta({ id: 'McpServer' });

/** Output of the operations that change a server. */
export const mcpServerOutput = z.object({ server: McpServer });

/** Maps a server to the public API, with its version for the ETag. */
export function toMcpServer<
  Server extends { readonly toolCount?: unknown; readonly lastError?: unknown; readonly version: number },
>(server: Server | null | undefined) {
  return {
    server: server && { ...server, toolCount: server.toolCount ?? null, lastError: server.lastError ?? null },
    version: server?.version,
  };
}
