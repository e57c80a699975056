import { Id, NullableTimestamp, stamps, text } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';

export const MemoryKind = z.enum(['preference', 'fact', 'instruction', 'summary']);

export const MemoryStatus = z.enum(['active', 'archived']);

/** One word or a few that memories are found by. */
export const MemoryTag = text(50);

export const Memory = z
  .object({
    id: Id,
    content: z.string(),
    kind: MemoryKind,
    tags: z.array(z.string()),
    confidence: z.number(),
    source: z.object({ type: z.string(), ref: z.string().nullable() }).describe('What it is made of.'),
    provenance: z
      .object({
        actorKind: z.enum(['user', 'agent']),
        actorId: z.string().nullable(),
        channel: z.string().nullable(),
        requestId: z.string(),
      })
      .describe('Who made it, as the call was proved.'),
    status: MemoryStatus,
    archivedAt: NullableTimestamp,
    ...stamps,
  })
  .meta({ id: 'Memory' });
