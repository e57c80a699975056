import { changeInput } from '@svc/chassis/schemas/changes';
import { clearable } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { CopilotConfig, CopilotMode, CopilotProvider } from '../schemas/copilot.js';
import { toConfig } from './to-config.js';

export const updateCopilotConfig = defineOperation({
  name: 'copilot.update_config',
  summary: 'Update your copilot settings',
  tier: 1,
  http: { method: 'PUT', path: '/copilot/config' },
  description:
    'Changing the provider, or the origin of `baseUrl`, removes your key, because it belongs to the provider you entered it for.',
  input: changeInput(
    {},
    {
      mode: CopilotMode,
      provider: CopilotProvider.nullable(),
      model: clearable(300).describe(
        "A model from copilot.list_models, or in mode `byok` the provider's name for it; null lets the copilot choose.",
      ),
      baseUrl: clearable(2_000).describe("Public https URL of the provider's API; null is the provider's own."),
      fallbackToFree: z.boolean().describe("Whether the installation's pool answers when your own provider fails."),
      learningEnabled: z.boolean(),
    },
  ),
  output: CopilotConfig,
  run: async ({ model, provider, baseUrl, ...change }, { clients }) => {
    const cleared = { modelId: emptied(model), provider: emptied(provider), baseUrl: emptied(baseUrl) };
    return toConfig((await clients.copilotSettings.updateConfig({ ...change, ...cleared })).config);
  },
});

/** Null clears a field, which services expect as an empty string; unset fields are kept. */
function emptied(value: string | null | undefined): string | undefined {
  return value === null ? '' : value;
}
