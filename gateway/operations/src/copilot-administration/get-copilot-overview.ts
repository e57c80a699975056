import { CalendarDate } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { withSource } from '../administration/system-settings.js';
import { defineOperation } from '../registry/define-operation.js';

const used = {
  users: z.int(),
  freeTurns: z.int(),
  byokTurns: z.int(),
  failovers: z.int(),
};

export const getCopilotOverview = defineOperation({
  name: 'admin.copilot.get_overview',
  summary: 'Get an overview of copilot usage',
  access: 'admin',
  tier: 0,
  http: { method: 'GET', path: '/admin/copilot/overview' },
  input: z.strictObject({}),
  output: z.object({
    usage: z.object({
      today: z.object(used),
      last7Days: z.array(z.object({ day: CalendarDate, ...used })).describe('Today first.'),
    }),
    learning: z.object({
      usersWithConsent: z.int(),
      observed: z.int(),
      eligible: z.int(),
      proposed: z.int(),
      graduated: z.int(),
      rejected: z.int(),
      expired: z.int(),
    }),
    rotation: z.object({ availableModels: z.int(), coolingModels: z.int(), coolingLanes: z.int() }),
    freeCap: z.object({
      limit: z.int().describe('Free turns per user and day; 0 is unlimited.'),
      source: z.enum(['database', 'env', 'default']),
    }),
  }),
  run: async (_input, { clients: { copilotAdministration, systemSettings } }) => {
    const [{ days }, learning, { models, cooldowns }, { settings }] = await Promise.all([
      copilotAdministration.getUsageTotals({}),
      copilotAdministration.getLearningTotals({}),
      copilotAdministration.getRotation({}),
      systemSettings.getSystemSettings({}),
    ]);
    const having = (status: string): number => models.filter((model) => model.status === status).length;
    const cap = withSource(settings);
    return {
      usage: { today: days[0], last7Days: days },
      learning,
      rotation: {
        availableModels: having('available'),
        coolingModels: having('cooling'),
        coolingLanes: cooldowns.filter(({ scope }) => scope === 'lane').length,
      },
      freeCap: cap && { limit: cap.copilotFreeDailyLimit, source: cap.copilotFreeDailyLimitSource },
    };
  },
});
