import { getCopilotLearning } from './get-copilot-learning.js';
import { getCopilotOverview } from './get-copilot-overview.js';
import { getCopilotRotation } from './get-copilot-rotation.js';
import { listCopilotUsage } from './list-copilot-usage.js';
import { listProviderConfigs } from './list-provider-configs.js';

export const copilotAdministrationOperations = [
  getCopilotLearning,
  getCopilotOverview,
  getCopilotRotation,
  listCopilotUsage,
  listProviderConfigs,
] as const;
