import { createCopilotConversation } from './create-conversation.js';
import { decideCopilotApproval } from './decide-approval.js';
import { decideCopilotCandidate } from './decide-candidate.js';
import { deleteCopilotConversation } from './delete-conversation.js';
import { deleteCopilotLearning } from './delete-learning.js';
import { followCopilotTurn } from './follow-turn.js';
import { getCopilotConfig } from './get-config.js';
import { getCopilotConversation } from './get-conversation.js';
import { getCopilotUsage } from './get-usage.js';
import { giveCopilotConsent } from './give-consent.js';
import { listCopilotCandidates } from './list-candidates.js';
import { listCopilotConversations } from './list-conversations.js';
import { listCopilotMessages } from './list-messages.js';
import { listCopilotModels } from './list-models.js';
import { listCopilotTools } from './list-tools.js';
import { removeCopilotByokKey } from './remove-byok-key.js';
import { retryCopilotTurn } from './retry-turn.js';
import { sendCopilotMessage } from './send-message.js';
import { setCopilotByokKey } from './set-byok-key.js';
import { stopCopilotTurn } from './stop-turn.js';
import { testCopilotConfig } from './test-config.js';
import { updateCopilotConfig } from './update-config.js';
import { updateCopilotConversation } from './update-conversation.js';

export const copilotOperations = [
  createCopilotConversation,
  decideCopilotApproval,
  decideCopilotCandidate,
  deleteCopilotConversation,
  deleteCopilotLearning,
  followCopilotTurn,
  getCopilotConfig,
  getCopilotConversation,
  getCopilotUsage,
  giveCopilotConsent,
  listCopilotCandidates,
  listCopilotConversations,
  listCopilotMessages,
  listCopilotModels,
  listCopilotTools,
  removeCopilotByokKey,
  retryCopilotTurn,
  sendCopilotMessage,
  setCopilotByokKey,
  stopCopilotTurn,
  testCopilotConfig,
  updateCopilotConfig,
  updateCopilotConversation,
] as const;
