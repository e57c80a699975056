import { Id, Timestamp } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';

export const CopilotCandidateStage = z.enum(['observed', 'eligible', 'proposed', 'graduated', 'rejected', 'expired']);

/** A statement of a user to the copilot that may be worth remembering. */
export const CopilotCandidate = z
  .object({
    id: Id,
    statement: z.string(),
    kind: z.enum(['preference', 'fact']),
    stage: CopilotCandidateStage,
    score: z.number().describe('Confidence, 0 to 1, which fades over time.'),
    conversations: z.int().describe('Number of conversations in which you said it.'),
    days: z.int().describe('Number of days on which you said it.'),
    replaces: z
      .object({ id: Id, content: z.string() })
      .nullable()
      .describe('The memory that is archived when you accept; null when it contradicts none.'),
    memoryId: Id.nullable().describe('The memory created from it; null when there is none.'),
    firstSeenAt: Timestamp,
    lastSeenAt: Timestamp,
  })
  .meta({ id: 'CopilotCandidate' });
