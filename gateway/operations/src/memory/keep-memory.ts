import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Memory } from '../schemas/memory.js';
import { named } from './name-agents.js';

export const keepMemory = defineOperation({
  name: 'memory.keep',
  summary: 'Keep a memory written by an agent, and remove it from the inbox',
  tier: 1,
  affects: ['inbox'],
  http: { method: 'POST', path: '/memory/:memoryId/keep', version: 'checked' },
  input: z.strictObject({ memoryId: Id }),
  output: Memory,
  run: async (input, { clients, expectedVersion }) =>
    named(clients, (await clients.memories.keepMemory({ ...input, expectedVersion })).memory),
});
