import { createCopilotConversation } from './create-conversation.js';
import { decideCopilotApproval } from './decide-approval.js';
import { deleteCopilotConversation } from './delete-conversation.js';
import { followCopilotTurn } from './follow-turn.js';
import { getCopilotConfig } from './get-config.js';
import { getCopilotConversation } from './get-conversation.js';
import { getCopilotUsage } from './get-usage.js';
import { giveCopilotConsent } from './give-consent.js';
import { listCopilotConversations } from './list-conversations.js';
import { listCopilotMessages } from './list-messages.js';
import { listCopilotModels } from './list-models.js';
import { listCopilotTools } from './list-tools.js';
import { retryCopilotTurn } from './retry-turn.js';
import { sendCopilotMessage } from './send-message.js';
import { stopCopilotTurn } from './stop-turn.js';
import { updateCopilotConfig } from './update-config.js';
import { updateCopilotConversation } from './update-conversation.js';

export const copilotOperations = [
  createCopilotConversation,
  decideCopilotApproval,
  deleteCopilotConversation,
  followCopilotTurn,
  getCopilotConfig,
  getCopilotConversation,
  getCopilotUsage,
  giveCopilotConsent,
  listCopilotConversations,
  listCopilotMessages,
  listCopilotModels,
  listCopilotTools,
  retryCopilotTurn,
  sendCopilotMessage,
  stopCopilotTurn,
  updateCopilotConfig,
  updateCopilotConversation,
] as const;
