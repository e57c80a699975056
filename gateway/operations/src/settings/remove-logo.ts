import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';

export const removeLogo = defineOperation({
  name: 'settings.remove_logo',
  summary: 'Remove your logo',
  description: 'Links you share then show none. Does nothing without a logo.',
  tier: 1,
  http: { method: 'DELETE', path: '/settings/logo' },
  input: z.strictObject({}),
  run: (_input, { clients }) => clients.logos.removeLogo({}),
});
