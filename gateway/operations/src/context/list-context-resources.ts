import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { CONTEXT_RESOURCES } from './context-resources.js';

export const listContextResources = defineOperation({
  name: 'context.resources',
  summary: 'List the available MCP resources',
  description:
    'Returns their URIs (`svc://…`) with name and description. Use it when your host reads MCP resources; context.search, deals.view_logs and memory.list return the same data.',
  tier: 0,
  scope: 'svc.read',
  holdsForeignText: false,
  http: { method: 'GET', path: '/context/resources' },
  input: z.strictObject({}),
  output: z.object({
    resources: z.array(z.object({ uri: z.string(), name: z.string(), description: z.string(), mimeType: z.string() })),
  }),
  run: async () => ({
    resources: CONTEXT_RESOURCES.map(({ uri, name, description }) => {
      return { uri, name, description, mimeType: 'application/json' };
    }),
  }),
});
