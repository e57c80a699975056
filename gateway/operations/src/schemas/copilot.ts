import { Id, NullableTimestamp, present, stamps, Timestamp } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { FieldChange } from '../approvals/approval.js';

/** Whether a user agrees to send messages to a scope of models. */
export const CopilotConsent = z
  .object({
    granted: z.boolean().describe('Whether they agree to the version that is asked for now.'),
    version: z.string().nullable().describe('The version that they last answered; null before the first answer.'),
    at: NullableTimestamp,
  })
  .meta({ id: 'CopilotConsent' });

/** Whose model answers. */
export const CopilotMode = z
  .enum(['free', 'byok'])
  .describe('Who answers: `free` is the pool of the installation, `byok` a provider with your own key.');

/** Providers for which users can bring their own key. */
export const CopilotProvider = z
  .enum(['openrouter', 'openai', 'anthropic', 'google', 'groq', 'mistral', 'custom'])
  .describe('`custom` is any server with the API of OpenAI, and needs `baseUrl`.');

export const CopilotConfig = z
  .object({
    mode: CopilotMode,
    provider: CopilotProvider.nullable(),
    model: z
      .string()
      .nullable()
      .describe(
        'The model of the mode that answers when it can; null leaves that to the copilot, which has none in mode `byok`.',
      ),
    baseUrl: z.string().nullable().describe("Address of the provider's API; null is the provider's own."),
    hasByokKey: z.boolean(),
    byokKeyStatus: z
      .enum(['none', 'ready', 'rejected', 'unreadable'])
      .describe('`rejected` by the provider; `unreadable`: enter it again.'),
    fallbackToFree: z
      .boolean()
      .describe(
        'Whether the pool of the installation answers what your own provider fails to answer, if you agree to that too.',
      ),
    learningEnabled: z.boolean(),
    consent: z.object({ free: CopilotConsent, byok: CopilotConsent, learning: CopilotConsent }),
    requiredConsentVersion: z.string(),
    features: z.object({
      freePool: z.enum(['ready', 'none']),
      encryption: z.enum(['ready', 'off']).describe('`off` where keys cannot be kept.'),
      mcp: z.boolean().describe('Whether the copilot has tools of MCP servers that administrators have added.'),
      memoryMcp: z
        .enum(['off', 'ready', 'unreachable', 'misconfigured'])
        .describe('The MCP server of the environment; `off` where it names none.'),
    }),
    retentionDays: z
      .int()
      .describe('Days without use after which a conversation is deleted; 0: only when you delete it.'),
  })
  .meta({ id: 'CopilotConfig' });

export const CopilotModel = z
  .object({
    id: z.string(),
    label: z.string(),
    kind: z.enum(['free']),
    contextTokens: z.int(),
    supportsTools: z.boolean(),
    status: z
      .enum(['available', 'cooling', 'probing', 'disabled'])
      .describe('`cooling` after a fault or at a limit; `probing` while one call tries whether it works again.'),
    cooldownUntil: NullableTimestamp.describe('Until when it is cooling; null otherwise.'),
  })
  .meta({ id: 'CopilotModel' });

export const CopilotTool = z
  .object({
    name: z.string().describe('Name of the operation that it runs, or of a tool of an MCP server.'),
    tier: z.int().nullable().describe('Null for tools of MCP servers, whose effects are unknown.'),
    approval: z
      .enum(['automatic', 'when_tainted', 'always'])
      .describe(
        'Whether you are asked before it runs: never, once the copilot has read in the conversation what others may have written (a tool of an MCP server: if what it is sent is long or holds a secret), or each time.',
      ),
    origin: z.enum(['builtin', 'mcp']),
    server: present(z.string()).describe('Slug of the MCP server.'),
  })
  .meta({ id: 'CopilotTool' });

const TurnStatus = z
  .enum(['running', 'awaiting_approval', 'completed', 'failed', 'stopped'])
  .describe('`awaiting_approval`: it goes on once you have decided all that it asks for.');

export const CopilotTurn = z
  .object({
    id: Id,
    status: TurnStatus,
    billing: z.enum(['free', 'byok']).describe('Whose model answers: the pool of the installation, or your own.'),
    modelId: z.string().nullable().describe('The model that answers; null until one does.'),
    errorCode: z.string().nullable().describe('Why it has failed; null otherwise.'),
    approvals: z
      .array(
        z.object({
          approvalId: Id,
          toolCallId: z.string(),
          operation: z.string(),
          status: z
            .enum(['pending', 'approved', 'denied', 'expired', 'withdrawn'])
            .describe('`withdrawn`: the turn ended before you decided.'),
        }),
      )
      .describe('What you were asked.'),
    startedAt: Timestamp,
    endedAt: NullableTimestamp,
  })
  .meta({ id: 'CopilotTurn' });

export const CopilotConversation = z
  .object({
    id: Id,
    title: z.string().nullable().describe('Without one its first message gives one.'),
    archivedAt: NullableTimestamp,
    lastMessageAt: Timestamp,
    activeTurn: CopilotTurn.nullable().describe('The turn that has not ended.'),
    ...stamps,
  })
  .meta({ id: 'CopilotConversation' });

const CopilotToolCall = z
  .object({
    type: z.literal('dynamic-tool'),
    toolName: z.string().describe('Name of the operation, such as `deals.get`.'),
    toolCallId: z.string(),
    state: z
      .enum(['input-available', 'approval-requested', 'output-available', 'output-error', 'output-denied'])
      .describe('The first while it runs, the second while it waits for you.'),
    input: z.unknown(),
    approval: z
      .object({ id: Id, approved: z.boolean().optional(), reason: z.string().optional() })
      .optional()
      .describe('What you were asked, and what you have said.'),
    output: z.unknown().optional().describe('What the tool answered, as the model was told it.'),
    errorText: z.string().optional(),
  })
  .meta({ id: 'CopilotToolCall' });

const CopilotQuestion = z
  .object({
    type: z.literal('data-approval'),
    id: Id.describe('Of the approval.'),
    data: z.object({
      approvalId: Id,
      toolCallId: z.string(),
      title: z.string().describe('What the operation does.'),
      summary: z.string().describe('What the call does.'),
      diff: z.array(FieldChange).nullable().describe('What would change; null where that is long: see the approval.'),
      destructive: z.boolean(),
      expiresAt: Timestamp,
    }),
  })
  .meta({ id: 'CopilotQuestion' });

export const CopilotMessage = z
  .object({
    id: Id,
    seq: z.int().describe('Its place in the conversation, counted from 1.'),
    role: z.enum(['user', 'assistant']),
    turnId: Id,
    parts: z
      .array(
        z.union([
          z.object({ type: z.literal('step-start') }),
          z.object({
            type: z.enum(['text', 'reasoning']),
            text: z.string(),
            state: z.literal('done').optional().describe('Absent while more may come.'),
          }),
          z.object({
            type: z.literal('data-deal').describe('The deal that the user looked at.'),
            data: z.object({ id: Id, name: z.string() }),
          }),
          CopilotToolCall,
          CopilotQuestion,
        ]),
      )
      .describe('As in the UI message stream.'),
    createdAt: Timestamp,
    turnStatus: TurnStatus.describe('State of its turn.'),
    turnErrorCode: z.string().nullable().describe('Why its turn has failed; null otherwise.'),
  })
  .meta({ id: 'CopilotMessage' });
