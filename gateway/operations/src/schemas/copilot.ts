import { Id, NullableTimestamp, present, stamps, Timestamp } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { FieldChange } from '../approvals/approval.js';

/** Whether a user agrees to send messages to a scope of models. */
export const CopilotConsent = z
  .object({
    granted: z.boolean().describe('Whether the user agrees to the current version.'),
    version: z.string().nullable().describe('The version last answered; null before the first answer.'),
    at: NullableTimestamp,
  })
  .meta({ id: 'CopilotConsent' });

/** Whether the installation's models answer, or the user's own provider. */
export const CopilotMode = z
  .enum(['free', 'byok'])
  .describe("Who answers: `free` is the installation's pool, `byok` a provider with your own key.");

/** Providers for which users can bring their own key. */
export const CopilotProvider = z
  .enum(['openrouter', 'openai', 'anthropic', 'google', 'groq', 'mistral', 'custom'])
  .describe('`custom` is any server with an OpenAI-compatible API, and requires `baseUrl`.');

export const CopilotConfig = z
  .object({
    mode: CopilotMode,
    provider: CopilotProvider.nullable(),
    model: z
      .string()
      .nullable()
      .describe('The preferred model of the mode; null lets the copilot choose, which is not possible in mode `byok`.'),
    baseUrl: z.string().nullable().describe("URL of the provider's API; null is the provider's own."),
    hasByokKey: z.boolean(),
    byokKeyStatus: z
      .enum(['none', 'ready', 'rejected', 'unreadable'])
      .describe('`rejected`: by the provider; `unreadable`: enter it again.'),
    fallbackToFree: z
      .boolean()
      .describe(
        "Whether the installation's pool answers when your own provider fails, if you have consented to that too.",
      ),
    learningEnabled: z.boolean(),
    consent: z.object({ free: CopilotConsent, byok: CopilotConsent, learning: CopilotConsent }),
    requiredConsentVersion: z.string(),
    features: z.object({
      freePool: z.enum(['ready', 'none']),
      encryption: z.enum(['ready', 'off']).describe('`off` when keys cannot be stored.'),
      mcp: z.boolean().describe('Whether the copilot has tools from MCP servers added by administrators.'),
      memoryMcp: z
        .enum(['off', 'ready', 'unreachable', 'misconfigured'])
        .describe('The MCP server configured in the environment; `off` without one.'),
    }),
    retentionDays: z
      .int()
      .describe('Days of inactivity after which a conversation is deleted; 0 never deletes it automatically.'),
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
      .describe('`cooling` after a fault or at a limit; `probing` while one call tests whether it works again.'),
    cooldownUntil: NullableTimestamp.describe('When cooling ends; null otherwise.'),
  })
  .meta({ id: 'CopilotModel' });

export const CopilotTool = z
  .object({
    name: z.string().describe("Name of an operation, or of an MCP server's tool."),
    tier: z.int().nullable().describe('Null for tools of MCP servers, whose effects are unknown.'),
    approval: z
      .enum(['automatic', 'when_tainted', 'always'])
      .describe(
        "Whether you are asked before it runs: never; once the copilot has read text by others in the conversation (for an MCP server's tool, if its arguments are long or contain a secret); or always.",
      ),
    origin: z.enum(['builtin', 'mcp']),
    server: present(z.string()).describe('Slug of the MCP server.'),
  })
  .meta({ id: 'CopilotTool' });

const TurnStatus = z
  .enum(['running', 'awaiting_approval', 'completed', 'failed', 'stopped'])
  .describe('`awaiting_approval`: it continues once you have decided everything it asks for.');

export const CopilotTurn = z
  .object({
    id: Id,
    status: TurnStatus,
    billing: z.enum(['free', 'byok']).describe("Whose model answers: the installation's pool, or your own provider."),
    modelId: z.string().nullable().describe('The model that answers; null until one does.'),
    errorCode: z.string().nullable().describe('Why it failed; null otherwise.'),
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
      .describe('The approvals you were asked for.'),
    startedAt: Timestamp,
    endedAt: NullableTimestamp,
  })
  .meta({ id: 'CopilotTurn' });

export const CopilotConversation = z
  .object({
    id: Id,
    title: z.string().nullable().describe('Taken from the first message when not set.'),
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
      .describe('`input-available` while it runs, `approval-requested` while it waits for you.'),
    input: z.unknown(),
    approval: z
      .object({ id: Id, approved: z.boolean().optional(), reason: z.string().optional() })
      .optional()
      .describe('The approval you were asked for, and your decision.'),
    output: z.unknown().optional().describe("The tool's result, as the model saw it."),
    errorText: z.string().optional(),
  })
  .meta({ id: 'CopilotToolCall' });

const CopilotQuestion = z
  .object({
    type: z.literal('data-approval'),
    id: Id.describe('Id of the approval.'),
    data: z.object({
      approvalId: Id,
      toolCallId: z.string(),
      title: z.string().describe('What the operation does.'),
      summary: z.string().describe('What the call does.'),
      diff: z.array(FieldChange).nullable().describe('What would change; null when too long: see the approval.'),
      destructive: z.boolean(),
      expiresAt: Timestamp,
    }),
  })
  .meta({ id: 'CopilotQuestion' });

export const CopilotMessage = z
  .object({
    id: Id,
    seq: z.int().describe('Position in the conversation, from 1.'),
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
            type: z.literal('data-deal').describe('The deal the user was looking at.'),
            data: z.object({ id: Id, name: z.string() }),
          }),
          CopilotToolCall,
          CopilotQuestion,
        ]),
      )
      .describe('Parts in the UI message stream format.'),
    createdAt: Timestamp,
    turnStatus: TurnStatus.describe('Status of its turn.'),
    turnErrorCode: z.string().nullable().describe('Why its turn failed; null otherwise.'),
  })
  .meta({ id: 'CopilotMessage' });
