import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Memory } from '../schemas/memory.js';
import { named } from './name-agents.js';

export const restoreMemory = defineOperation({
  name: 'memory.restore',
  summary: 'Restore an archived memory',
  tier: 1,
  http: { method: 'POST', path: '/memory/:memoryId/restore', version: 'checked' },
  input: z.strictObject({ memoryId: Id }),
  output: Memory,
  run: async (input, { clients, expectedVersion }) =>
    named(clients, (await clients.memories.restoreMemory({ ...input, expectedVersion })).memory),
});
