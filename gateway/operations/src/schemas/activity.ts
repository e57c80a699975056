import { Id, NullableTimestamp, Timestamp } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { ScreenshotReference } from './view-log.js';

export const AgentSource = z.enum(['https', 'mcp', 'copilot']).describe('Surface through which the call came.');

const ActivityAgent = z
  .object({
    source: AgentSource,
    requestId: z.string().nullable(),
    connectionId: Id.nullable().describe(
      "The agent's connection; null for the copilot, adapters, what a user accepted, and agents of others.",
    ),
    name: z.string().nullable().describe('The name of the connection, which the agent gave itself; null when unknown.'),
    actorId: z.string().nullable().describe('Who the agent says it is.'),
    channel: z.string().nullable().describe('Channel through which the agent says it is reached.'),
    operation: z.string(),
    tier: z.int().nullable(),
    approvalId: Id.nullable().describe('The approval it was done with.'),
  })
  .meta({ id: 'ActivityAgent' });

const ViewLogState = z.object({
  value: z.int(),
  checkedAt: Timestamp,
  screenshot: ScreenshotReference.nullable().describe('The screenshot that proved it.'),
});

const ViewLogChange = z
  .object({
    viewLogId: Id,
    videoId: Id,
    before: ViewLogState.nullable().describe('Null for a new view log.'),
    after: ViewLogState.nullable().describe('Null for a deleted one.'),
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
    dealId: Id.nullable().describe('Null for links to other records.'),
    dealName: z.string().nullable(),
    action: z.string().describe('What happened, such as `deal.created`.'),
    operation: z.string(),
    userId: Id,
    actorKind: z.enum(['user', 'agent', 'service']),
    requestId: z.string().nullable(),
    tier: z.int().nullable(),
    agentSource: AgentSource.nullable().describe('Equals `agent.source`; null without `agent`.'),
    agent: ActivityAgent.nullable().describe(
      "The agent that did it, or that proposed what the user (`actorKind`) accepted; null for users' own actions.",
    ),
    changedFields: z.array(z.string()),
    count: z.int().describe('Number of records it covers.'),
    reading: ViewLogChange.nullable().describe('Change of a view log; null otherwise.'),
    video: ActivityVideo.nullable().describe('Current state of the video in `reading`; null when it is deleted.'),
    externalShare: ExternalShareChange.nullable().describe(
      'Change of a shared link; null otherwise, and for everyone but the owner.',
    ),
    createdAt: Timestamp,
  })
  .meta({ id: 'Activity' });
