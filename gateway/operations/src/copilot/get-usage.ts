import { CalendarDate, Timestamp } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';

export const getCopilotUsage = defineOperation({
  name: 'copilot.get_usage',
  summary: 'Get your free turns left today and your usage by day',
  tier: 0,
  http: { method: 'GET', path: '/copilot/usage' },
  input: z.strictObject({ days: z.int().min(1).max(90).default(30).describe('Days of history, including today.') }),
  output: z
    .object({
      free: z.object({
        limit: z.int().describe('0 when there is no limit.'),
        used: z.int(),
        remaining: z.int().nullable().describe('Null when there is no limit.'),
        unlimited: z.boolean(),
        day: CalendarDate,
        timezone: z.string(),
        resetAt: Timestamp,
      }),
      history: z.array(
        z.object({
          day: CalendarDate,
          freeTurns: z.int(),
          byokTurns: z.int().describe('Turns answered by your own provider.'),
          modelCalls: z.int(),
          failovers: z.int().describe('Times another model replaced one that had failed.'),
          promptTokens: z.int(),
          completionTokens: z.int(),
        }),
      ),
    })
    .meta({ id: 'CopilotUsage' }),
  run: async (input, { clients }) => {
    const usage = await clients.copilotSettings.getUsage(input);
    const { limit, used, remaining = null, day, timeZone, resetAt, history } = usage;
    return { free: { limit, used, remaining, unlimited: limit === 0, day, timezone: timeZone, resetAt }, history };
  },
});
