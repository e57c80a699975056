import { Id, NullableTimestamp, stamps, text } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';

/** Maximum characters of the proposed input as JSON. */
const INPUT_JSON_MAX = 100_000;

export const SuggestionStatus = z.enum(['open', 'accepted', 'dismissed']);

/** Types of records a suggestion can be about. */
export const TargetType = z.enum([
  'deal',
  'video',
  'payment',
  'contact',
  'influencer',
  'task',
  'message_template',
  'deal_template',
  'short_link',
  'screenshot',
]);

export const ProposedChange = z
  .strictObject({
    operation: text(100).describe('A write that deletes nothing, such as `deals.update` or its tool name.'),
    input: z
      .record(z.string(), z.unknown())
      .refine(
        (input) => JSON.stringify(input).length <= INPUT_JSON_MAX,
        `is too large: send at most ${INPUT_JSON_MAX} characters as JSON.`,
      )
      .describe('Input of the operation.'),
  })
  .meta({ id: 'ProposedChange' });

export const Suggestion = z
  .object({
    id: Id,
    ownerId: Id,
    kind: z.string(),
    title: z.string(),
    body: z.string(),
    targetType: z.string().nullable(),
    targetId: Id.nullable(),
    proposedChange: ProposedChange.nullable(),
    status: SuggestionStatus,
    proposedBy: z.enum(['user', 'agent']),
    resultId: Id.nullable().describe('Id of the record returned by the accepted change.'),
    decidedAt: NullableTimestamp,
    ...stamps,
  })
  .meta({ id: 'Suggestion' });
