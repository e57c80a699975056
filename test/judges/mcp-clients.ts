/** Checks the MCP endpoints with the official client, in both protocol versions, over HTTP and stdio. */
import { join } from 'node:path';
import type * as Mcp from '@modelcontextprotocol/client';
import type * as Stdio from '@modelcontextprotocol/client/stdio';
import { ROOT } from '@svc/scripts/stack/paths';
import type { Court, Host } from './court.ts';
import { takeToken } from './oauth.ts';
import { check, type Finding, hold, type Verdict } from './verdict.ts';

/** The session-based protocol, and the stateless one of 2026-07-28. */
export const ERAS = ['2025-11-25', '2026-07-28'] as const;

export async function judgeMcp(court: Court): Promise<Verdict> {
  const mcp = await court.packages.load<typeof Mcp>('@modelcontextprotocol/client');
  const stdio = await court.packages.load<typeof Stdio>('@modelcontextprotocol/client/stdio');
  const findings: Finding[] = [];
  for (const host of court.hosts) {
    const token = await takeToken(court, host);
    for (const era of ERAS) {
      const overHttp = (): Mcp.Transport => {
        const options = { requestInit: { headers: { authorization: `Bearer ${token}` } } };
        return new mcp.StreamableHTTPClientTransport(new URL(host.mcp, host.origin), options);
      };
      findings.push(...(await judgeEndpoint(mcp, `${host.name}, HTTP, ${era}`, era, overHttp)));
      if (host.name !== 'bridge') continue;
      const overStdio = (): Mcp.Transport => new stdio.StdioClientTransport(localServer(host, token));
      findings.push(...(await judgeEndpoint(mcp, `${host.name}, stdio, ${era}`, era, overStdio)));
    }
  }
  return { judge: 'MCP: @modelcontextprotocol/client', findings };
}

function localServer({ origin }: Host, token: string): Stdio.StdioServerParameters {
  const env = { PATH: process.env.PATH ?? '', SVC_API_BASE_URL: origin, SVC_AGENT_ACCESS_TOKEN: token };
  const program = join(ROOT, 'gateway/agent-mcp/bin/svc-agent-mcp.js');
  return { command: process.execPath, args: [program, '--tools', 'all'], env, stderr: 'ignore' };
}

/**
 * The client validates every answer against the protocol's schema, and structured results against their tool's schema.
 */
async function judgeEndpoint(
  mcp: typeof Mcp,
  name: string,
  era: (typeof ERAS)[number],
  connect: () => Mcp.Transport,
): Promise<Finding[]> {
  const mode = era === '2025-11-25' ? 'legacy' : { pin: era };
  const client = new mcp.Client({ name: 'judge', version: '1.0.0' }, { versionNegotiation: { mode } });
  const findings = [await check(`${name}: it connects`, () => client.connect(connect()))];
  const { resources, prompts } = client.getServerCapabilities() ?? {};
  try {
    findings.push(await check(`${name}: read-only tools answer`, () => callTools(client)));
    if (resources) findings.push(await check(`${name}: listed resources can be read`, () => readResources(client)));
    if (prompts) findings.push(await check(`${name}: prompts can be fetched`, () => getPrompts(client)));
    findings.push(
      await check(`${name}: an unknown tool is a protocol error`, async () => {
        const error = await client.callTool({ name: 'no_such_tool' }).then(
          () => undefined,
          (reason: unknown) => reason as { code?: unknown },
        );
        hold(error?.code === -32602, `The answer is ${JSON.stringify(error)}.`);
      }),
    );
  } finally {
    await client.close();
  }
  return findings;
}

async function callTools(client: Mcp.Client): Promise<void> {
  const { tools } = await client.listTools();
  const readers = tools.filter(({ annotations }) => annotations?.readOnlyHint);
  hold(readers.length > 0, 'There is no read-only tool.');
  for (const { name, inputSchema } of readers) {
    const args = Object.fromEntries((inputSchema.required ?? []).map((field) => [field, 'x']));
    const { isError, content } = await client.callTool({ name, arguments: args });
    // Made-up ids have no record, and some tools need records that the user does not have.
    const told = JSON.stringify(content);
    hold(!isError || /VALIDATION|NOT_FOUND/i.test(told), `${name}: ${told}`);
  }
}

async function readResources(client: Mcp.Client): Promise<void> {
  const { resources } = await client.listResources();
  hold(resources.length > 0, 'Nothing is listed.');
  for (const { uri } of resources) {
    const { contents } = await client.readResource({ uri });
    hold(contents.length > 0, `${uri} is empty.`);
  }
}

async function getPrompts(client: Mcp.Client): Promise<void> {
  const { prompts } = await client.listPrompts();
  for (const { name, arguments: asked = [] } of prompts) {
    const args = Object.fromEntries(asked.filter(({ required }) => required).map((field) => [field.name, 'x']));
    const { messages } = await client.getPrompt({ name, arguments: args });
    hold(messages.length > 0, `${name} has no message.`);
  }
}
