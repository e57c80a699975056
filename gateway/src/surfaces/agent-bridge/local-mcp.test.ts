import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { startTestGateway, testDeal, type TestGateway } from '../../testing/test-gateway.js';

const PROGRAM = fileURLToPath(new URL('../../../agent-mcp/bin/svc-agent-mcp.js', import.meta.url));
const DEAL_ID = '01900000-0000-7000-8000-000000000001';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway({
    handlers: { deals: { getDeal: async () => ({ deal: testDeal({ id: DEAL_ID }) }) } },
  });
});

afterAll(() => gateway.stop());

test.each(['legacy', { pin: '2026-07-28' }] as const)(
  'the local server offers tools, resources and prompts of the bridge, to hosts of either era: %j',
  async (mode) => {
    const { token } = gateway.connectAgent(['svc.read'], {});
    const client = new Client({ name: 'host', version: '1' }, { versionNegotiation: { mode } });
    const env = { PATH: process.env.PATH ?? '', SVC_API_BASE_URL: gateway.url, SVC_AGENT_ACCESS_TOKEN: token };
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [PROGRAM], env, stderr: 'ignore' }),
    );
    try {
      const { tools } = await client.listTools();
      const { resources } = await client.listResources();
      const { prompts } = await client.listPrompts();
      const { structuredContent } = await client.callTool({ name: 'deals_get', arguments: { dealId: DEAL_ID } });
      const prompt = await client.getPrompt({ name: 'link', arguments: {} });

      expect(tools.map(({ name }) => name)).toContain('deals_get');
      expect(tools.map(({ name }) => name)).not.toContain('deals_create');
      expect(resources.map(({ uri }) => uri)).toContain('svc://viewcheck/view-logs');
      expect(prompts).toHaveLength(5);
      expect(prompt.messages.length).toBeGreaterThan(0);
      expect(structuredContent).toMatchObject({ id: DEAL_ID });
      expect(client.getInstructions()).toContain('deals_bulk_add_view_checks');
    } finally {
      await client.close();
    }
  },
);
