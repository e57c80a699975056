import { z } from 'zod';
import { defineOperation } from '../define-operation.js';

export const getPublicConfig = defineOperation({
  name: 'public.get_config',
  summary: 'Read what anybody may know about this installation',
  access: 'public',
  tier: 0,
  http: { method: 'GET', path: '/public/config', maintenance: 'open' },
  input: z.strictObject({}),
  output: z.object({
    appName: z.string(),
    signupOpen: z.boolean(),
    maintenance: z.boolean(),
    legal: z.object({ terms: z.string(), privacy: z.string(), cookies: z.string() }),
    features: z.record(z.string(), z.boolean()),
  }),
  run: async (_input, { clients, appName }) => {
    const settings = await clients.systemSettings.getPublicSettings({});
    return {
      appName,
      signupOpen: settings.allowPublicSignup,
      maintenance: settings.maintenanceMode,
      legal: { terms: '/terms', privacy: '/privacy', cookies: '/cookies' },
      features: { bulkImport: true, viewChecks: true },
    };
  },
});
