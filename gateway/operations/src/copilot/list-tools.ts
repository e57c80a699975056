import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { CopilotTool } from '../schemas/copilot.js';

export const listCopilotTools = defineOperation({
  name: 'copilot.list_tools',
  summary: 'List the tools the copilot may use',
  tier: 0,
  http: { method: 'GET', path: '/copilot/tools' },
  input: z.strictObject({}),
  output: z.object({ tools: z.array(CopilotTool) }),
  run: async (_input, { clients }) => {
    const { tools } = await clients.copilotSettings.listTools({});
    return { tools: tools.map(({ tier, ...tool }) => ({ ...tool, tier: tool.origin === 'mcp' ? null : tier })) };
  },
});
