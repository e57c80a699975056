import { listOf, page, pageInput, pageRequest } from '@svc/chassis/schemas/paging';
import { Search } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { Memory, MemoryKind, MemoryStatus, MemoryTag } from '../schemas/memory.js';

export const listMemories = defineOperation({
  name: 'memory.list',
  summary: 'List what is remembered for the user, newest first',
  tier: 0,
  scope: 'svc.memory',
  core: true,
  http: { method: 'GET', path: '/memory' },
  input: z.strictObject({
    ...pageInput,
    status: MemoryStatus.default('active'),
    kind: MemoryKind.optional(),
    tag: MemoryTag.optional(),
    q: Search.optional().describe('Searches content and tags.'),
  }),
  output: listOf(Memory),
  run: async (input, { clients }) => {
    const { memories, totalSize } = await clients.memories.listMemories(pageRequest(input));
    return page(memories, totalSize, input);
  },
});
