import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Memory } from '../schemas/memory.js';
import { named } from './name-agents.js';

export const archiveMemory = defineOperation({
  name: 'memory.archive',
  summary: 'Archive a memory; the user can restore it',
  description:
    'Returns the memory with its new status. Use it for what is no longer true; then save what is true now with memory.create.',
  tier: 1,
  affects: ['inbox'],
  scope: 'svc.memory',
  target: { read: 'memory.list', by: [], item: 'memoryId' },
  holdsForeignText: true,
  http: { method: 'PATCH', path: '/memory/:memoryId/archive', version: 'checked' },
  input: z.strictObject({ memoryId: Id }),
  output: Memory,
  run: async (input, { clients, expectedVersion }) =>
    named(clients, (await clients.memories.archiveMemory({ ...input, expectedVersion })).memory),
});
