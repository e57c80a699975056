import { changeInput } from '@svc/chassis/schemas/changes';
import { clearable } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { CopilotConfig, CopilotMode, CopilotProvider } from '../schemas/copilot.js';
import { toConfig } from './to-config.js';

export const updateCopilotConfig = defineOperation({
  name: 'copilot.update_config',
  summary: 'Choose what answers you',
  tier: 1,
  http: { method: 'PUT', path: '/copilot/config' },
  description:
    'Another provider, or another origin of `baseUrl`, removes your key: it is for the one that you have entered it for.',
  input: changeInput(
    {},
    {
      mode: CopilotMode,
      provider: CopilotProvider.nullable(),
      model: clearable(300).describe(
        'One of copilot.list_models, or in mode `byok` the name that your provider gives it; null leaves it to the copilot.',
      ),
      baseUrl: clearable(2_000).describe(
        "Address of the provider's API, public and at https; null is the provider's own.",
      ),
      fallbackToFree: z
        .boolean()
        .describe('Whether the pool of the installation answers what your own provider fails to answer.'),
      learningEnabled: z.boolean(),
    },
  ),
  output: CopilotConfig,
  run: async ({ model, provider, baseUrl, ...change }, { clients }) => {
    const cleared = { modelId: emptied(model), provider: emptied(provider), baseUrl: emptied(baseUrl) };
    return toConfig((await clients.copilotSettings.updateConfig({ ...change, ...cleared })).config);
  },
});

/** Null clears a field, which services expect as an empty string; unset fields stay. */
function emptied(value: string | null | undefined): string | undefined {
  return value === null ? '' : value;
}
