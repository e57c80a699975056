import { Id, Timestamp } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';

export const CopilotCandidateStage = z.enum(['observed', 'eligible', 'proposed', 'graduated', 'rejected', 'expired']);

/** Something a user told the copilot that may be worth remembering. */
export const CopilotCandidate = z
  .object({
    id: Id,
    statement: z.string(),
    kind: z.enum(['preference', 'fact']),
    stage: CopilotCandidateStage,
    score: z.number().describe('How sure it is, 0 to 1. It fades with time.'),
    conversations: z.int().describe('Conversations in which you said it.'),
    days: z.int().describe('Days on which you said it.'),
    replaces: z
      .object({ id: Id, content: z.string() })
      .nullable()
      .describe('The memory that is archived when you accept; null when it contradicts none.'),
    memoryId: Id.nullable().describe('The memory that came of it; null when none did.'),
    firstSeenAt: Timestamp,
    lastSeenAt: Timestamp,
  })
  .meta({ id: 'CopilotCandidate' });
