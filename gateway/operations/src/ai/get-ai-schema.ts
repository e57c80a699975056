import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { SCHEMA_VERSION } from './describe-operations.js';

const Part = z.object({ count: z.int(), href: z.string() });

export const getAiSchema = defineOperation({
  name: 'ai.schema',
  summary: 'Get the locations of the record and action descriptions for language models',
  tier: 0,
  http: { method: 'GET', path: '/ai/schema' },
  input: z.strictObject({}),
  output: z.object({ schemaVersion: z.string(), entities: Part, actions: Part }),
  run: async (_input, { catalog }) => ({
    schemaVersion: SCHEMA_VERSION,
    entities: { count: Object.keys(catalog.entities()).length, href: '/api/ai/entities' },
    actions: { count: catalog.actions().length, href: '/api/ai/actions' },
  }),
});
