import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { SCHEMA_VERSION } from './describe-operations.js';

export const listAiEntities = defineOperation({
  name: 'ai.entities',
  summary: 'Describe every record type as JSON Schema',
  tier: 0,
  http: { method: 'GET', path: '/ai/entities' },
  input: z.strictObject({}),
  output: z.object({
    schemaVersion: z.string(),
    entities: z
      .record(z.string(), z.record(z.string(), z.unknown()))
      .describe('JSON Schemas by name; they reference each other as `#/entities/<name>`.'),
  }),
  run: async (_input, { catalog }) => ({
    schemaVersion: SCHEMA_VERSION,
    entities: catalog.entities(),
  }),
});
