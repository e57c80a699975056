import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { SCHEMA_VERSION } from './describe-operations.js';

const Action = z.object({
  name: z.string(),
  family: z.string().describe('Group of operations it belongs to.'),
  summary: z.string(),
  description: z.string().nullable(),
  tier: z.int().describe('0 reads, 1 makes routine writes, 2 makes writes that need an approval.'),
  destructive: z.boolean(),
  scope: z.string().describe('Scope an agent needs.'),
  otherScopes: z.array(z.string()).describe('Alternative scopes that allow it.'),
  mayNeedApproval: z
    .boolean()
    .describe("Whether an agent's call may need the user's approval; the description says when, if the tier does not."),
  proposable: z.boolean().describe('Whether a suggestion can propose it, with `POST /api/suggestions`.'),
  method: z.string(),
  path: z.string().describe('Contains `:name` for each path parameter.'),
  input: z.record(z.string(), z.unknown()).describe('JSON Schema.'),
});

export const listAiActions = defineOperation({
  name: 'ai.actions',
  summary: 'Describe every action agents may be allowed to take',
  tier: 0,
  http: { method: 'GET', path: '/ai/actions' },
  input: z.strictObject({}),
  output: z.object({ schemaVersion: z.string(), actions: z.array(Action) }),
  run: async (_input, { catalog }) => ({
    schemaVersion: SCHEMA_VERSION,
    actions: catalog.actions(),
  }),
});
