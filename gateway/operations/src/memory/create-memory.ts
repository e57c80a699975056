import { clearable, text, verbatim } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Memory, MemoryKind, MemoryTag } from '../schemas/memory.js';
import { named } from './name-agents.js';

export const createMemory = defineOperation({
  name: 'memory.create',
  summary: 'Create a memory for the user',
  description:
    'Returns the memory. Use it for what will help in later conversations, one sentence each. Agents must first show the user the text and ask: without `userApproved: true` and an `approvalNote` the call is refused and nothing is ' +
    'saved. Memories written by agents go to the inbox of the user, who can archive them, and are read as data written by an agent. An agent that ' +
    'sends an `instruction` always gets `APPROVAL_REQUIRED` with an `approvalId`, whatever `userApproved` says, and nothing is saved ' +
    'until the user has approved it at the `approvalUrl` in the response: then call approvals.execute, for which `svc.memory` is enough.',
  tier: 1,
  scope: 'svc.memory',
  core: true,
  holdsForeignText: false,
  http: { method: 'POST', path: '/memory', status: 201, location: '/memory' },
  input: z.strictObject({
    content: verbatim(4_000).refine((content) => content.trim() !== '', 'must say something.'),
    kind: MemoryKind.default('fact').describe(
      "From agents, an `instruction` always needs the user's approval; the other kinds need `userApproved` and `approvalNote`.",
    ),
    tags: z.array(MemoryTag).max(20).default([]),
    confidence: z.number().min(0).max(1).default(1).describe('Confidence that it is true.'),
    source: z
      .strictObject({ type: text(50), ref: clearable(500).optional() })
      .optional()
      .describe('The source, such as a message; when absent, the caller is the source.'),
    userApproved: z.boolean().default(false).describe('The user has seen the text and wants it remembered.'),
    approvalNote: text(1_000).optional().describe('How the user approved it, such as their words.'),
  }),
  output: Memory,
  // Omits the agent's claim of consent, which the user does not approve.
  preview: async ({ content, kind, tags }) =>
    Object.entries({ content, kind, tags }).map(([field, after]) => ({ field, before: null, after })),
  asksApproval: ({ kind }) => kind === 'instruction',
  run: async (input, { clients }) =>
    named(clients, (await clients.memories.createMemory({ ...input, source: input.source ?? null })).memory),
});
