import { clearable, text, verbatim } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { Memory, MemoryKind, MemoryTag } from '../schemas/memory.js';

export const createMemory = defineOperation({
  name: 'memory.create',
  summary: 'Have something remembered for the user',
  description:
    'Agents first show the user the text and ask: without `userApproved: true` and an `approvalNote` they are refused and nothing is ' +
    'kept. The user sees every memory and can archive it.',
  tier: 1,
  scope: 'svc.memory',
  core: true,
  http: { method: 'POST', path: '/memory', status: 201 },
  input: z.strictObject({
    content: verbatim(4_000).refine((content) => content.trim() !== '', 'must say something.'),
    kind: MemoryKind.default('fact'),
    tags: z.array(MemoryTag).max(20).default([]),
    confidence: z.number().min(0).max(1).default(1).describe('How sure it is.'),
    source: z
      .strictObject({ type: text(50), ref: clearable(500).optional() })
      .optional()
      .describe('What it is made of, such as a message; when absent, that whoever calls says so.'),
    userApproved: z.boolean().default(false).describe('The user has seen the text and wants it remembered.'),
    approvalNote: text(1_000).optional().describe('How the user approved it, such as their words.'),
  }),
  output: Memory,
  run: async (input, { clients }) =>
    (await clients.memories.createMemory({ ...input, source: input.source ?? null })).memory,
});
