import type { McpPrompt } from '@svc/http-host/mcp/mcp-server';
import { WORKFLOWS } from '@svc/operations/agents/agent-workflows';

/** The workflows as prompts of the MCP server. */
export const BRIDGE_PROMPTS: readonly McpPrompt[] = WORKFLOWS.map(({ name, title, description, argument, steps }) => ({
  described: { name, title, description, arguments: [{ ...argument, required: false }] },
  render: ({ [argument.name]: value = '' }) => {
    const numbered = steps.map((step, index) => `${index + 1}. ${step}`).join('\n');
    return `${description}${value === '' ? '' : `\n\n${argument.name}:\n${value}`}\n\n${numbered}`;
  },
}));
