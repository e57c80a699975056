import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { CONTEXT_RESOURCES } from './context-resources.js';

export const listContextResources = defineOperation({
  name: 'context.resources',
  summary: 'List what can be read as MCP resources',
  description:
    'Answers the addresses (`svc://…`) with name and description. Use it when your host reads MCP resources; the same is answered by context.search, deals.view_logs and memory.list.',
  tier: 0,
  scope: 'svc.read',
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
