import { createMcpServer } from './create-mcp-server.js';
import { deleteMcpServer } from './delete-mcp-server.js';
import { enableMcpServer } from './enable-mcp-server.js';
import { getCopilotLearning } from './get-copilot-learning.js';
import { getCopilotOverview } from './get-copilot-overview.js';
import { getCopilotRotation } from './get-copilot-rotation.js';
import { listCopilotUsage } from './list-copilot-usage.js';
import { listMcpServers } from './list-mcp-servers.js';
import { listProviderConfigs } from './list-provider-configs.js';
import { updateMcpServer } from './update-mcp-server.js';

export const copilotAdministrationOperations = [
  getCopilotLearning,
  getCopilotOverview,
  getCopilotRotation,
  listCopilotUsage,
  listProviderConfigs,
  listMcpServers,
  createMcpServer,
  updateMcpServer,
  enableMcpServer,
  deleteMcpServer,
] as const;
