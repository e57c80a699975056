import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';

export const getPublicConfig = defineOperation({
  name: 'public.get_config',
  summary: 'Get the public settings of this installation',
  access: 'public',
  tier: 0,
  http: { method: 'GET', path: '/public/config', maintenance: 'open' },
  input: z.strictObject({}),
  output: z.object({
    appName: z.string(),
    signupOpen: z.boolean(),
    maintenance: z.boolean(),
    legal: z.object({ terms: z.string(), privacy: z.string(), cookies: z.string() }),
    features: z
      .object({
        bulkImport: z.boolean(),
        viewChecks: z.boolean(),
        mail: z.boolean().describe('Whether password links and invitations are mailed.'),
        screenshots: z.boolean(),
        agents: z.boolean(),
        copilot: z.boolean(),
      })
      .describe('What this installation offers.'),
    shortenerOrigin: z.string().describe('Origin of short links.'),
  }),
  run: async (_input, { clients, appName, shortenerOrigin }) => {
    const settings = await clients.systemSettings.getPublicSettings({});
    return {
      appName,
      signupOpen: settings.allowPublicSignup,
      maintenance: settings.maintenanceMode,
      legal: { terms: '/terms', privacy: '/privacy', cookies: '/cookies' },
      features: {
        bulkImport: true,
        viewChecks: true,
        mail: settings.sendsMail,
        screenshots: true,
        agents: true,
        copilot: true,
      },
      shortenerOrigin,
    };
  },
});
