import { Id, NullableTimestamp, Timestamp } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';

export const AgentSource = z.enum(['https', 'mcp', 'copilot']).describe('By which way the call came.');

const ActivityAgent = z
  .object({
    source: AgentSource,
    requestId: z.string().nullable(),
    actorId: z.string().nullable().describe('Who the agent says that it is.'),
    channel: z.string().nullable().describe('By what it says that it is reached.'),
    operation: z.string(),
    tier: z.int().nullable(),
    approvalId: Id.nullable().describe('The approval that it was done with.'),
  })
  .meta({ id: 'ActivityAgent' });

const ReadingState = z.object({ value: z.int(), checkedAt: Timestamp });

const ReadingChange = z
  .object({
    viewLogId: Id,
    videoId: Id,
    before: ReadingState.nullable().describe('Null for a new view log.'),
    after: ReadingState.nullable().describe('Null for a deleted one.'),
  })
  .meta({ id: 'ReadingChange' });

const ActivityVideo = z.object({ url: z.string(), title: z.string().nullable() }).meta({ id: 'ActivityVideo' });

const ExternalShareState = z.object({
  expiresAt: NullableTimestamp,
  maxViews: z.int().nullable(),
  visibleFields: z.array(z.string()),
  isActive: z.boolean(),
  hasPassword: z.boolean(),
});

const ExternalShareChange = z
  .object({
    externalShareId: Id,
    entityType: z.enum(['deal', 'contact', 'influencer']),
    entityId: Id,
    before: ExternalShareState.nullable().describe('Null for a new link.'),
    after: ExternalShareState.nullable().describe('Null for an ended one.'),
  })
  .meta({ id: 'ExternalShareChange' });

export const Activity = z
  .object({
    id: Id,
    dealId: Id.nullable().describe('Null for links to what is no deal.'),
    dealName: z.string().nullable(),
    action: z.string().describe('What happened, such as `deal.created`.'),
    operation: z.string(),
    userId: Id,
    actorKind: z.enum(['user', 'agent', 'service']),
    requestId: z.string().nullable(),
    tier: z.int().nullable(),
    agentSource: AgentSource.nullable().describe('What `agent.source` says; null without `agent`.'),
    agent: ActivityAgent.nullable().describe(
      'The agent that did it, or that proposed what the user (`actorKind`) has accepted; null for what users do by themselves.',
    ),
    changedFields: z.array(z.string()),
    count: z.int().describe('How many records it covers.'),
    reading: ReadingChange.nullable().describe('What happened to a view log; null for everything else.'),
    video: ActivityVideo.nullable().describe('The video of `reading`, as it is now; null when it is gone.'),
    externalShare: ExternalShareChange.nullable().describe(
      'What happened to a link for people outside; null for everything else, and for all but the owner.',
    ),
    createdAt: Timestamp,
  })
  .meta({ id: 'Activity' });
