import { accessRequestOperations } from '../access-requests/access-request-operations.js';
import { accountOperations } from '../accounts/account-operations.js';
import { administrationOperations } from '../administration/administration-operations.js';
import { agentAuthorizationOperations } from '../agent-authorizations/agent-authorization-operations.js';
import { agentConnectionOperations } from '../agent-connections/agent-connection-operations.js';
import { aiOperations } from '../ai/ai-operations.js';
import { approvalOperations } from '../approvals/approval-operations.js';
import { contactOperations } from '../contacts/contact-operations.js';
import { contextOperations } from '../context/context-operations.js';
import { copilotOperations } from '../copilot/copilot-operations.js';
import { copilotAdministrationOperations } from '../copilot-administration/copilot-administration-operations.js';
import { dealOperations } from '../deals/deal-operations.js';
import { evidenceOperations } from '../evidence/evidence-operations.js';
import { externalShareOperations } from '../external-shares/external-share-operations.js';
import { inboxOperations } from '../inbox/inbox-operations.js';
import { memoryOperations } from '../memory/memory-operations.js';
import { overviewOperations } from '../overview/overview-operations.js';
import { paymentOperations } from '../payments/payment-operations.js';
import { publicOperations } from '../public/public-operations.js';
import { savedViewOperations } from '../saved-views/saved-view-operations.js';
import { screenshotOperations } from '../screenshots/screenshot-operations.js';
import { settingsOperations } from '../settings/settings-operations.js';
import { shareOperations } from '../shares/share-operations.js';
import { shortLinkOperations } from '../short-links/short-link-operations.js';
import { suggestionOperations } from '../suggestions/suggestion-operations.js';
import { taskOperations } from '../tasks/task-operations.js';
import { teamOperations } from '../teams/team-operations.js';
import { templateOperations } from '../templates/template-operations.js';
import { videoOperations } from '../videos/video-operations.js';
import { viewLogOperations } from '../view-logs/view-log-operations.js';
import type { Operation } from './define-operation.js';

const ALL = [
  ...accessRequestOperations,
  ...accountOperations,
  ...administrationOperations,
  ...agentAuthorizationOperations,
  ...agentConnectionOperations,
  ...aiOperations,
  ...approvalOperations,
  ...contactOperations,
  ...contextOperations,
  ...dealOperations,
  ...evidenceOperations,
  ...externalShareOperations,
  ...inboxOperations,
  ...copilotAdministrationOperations,
  ...copilotOperations,
  ...memoryOperations,
  ...overviewOperations,
  ...paymentOperations,
  ...publicOperations,
  ...screenshotOperations,
  ...savedViewOperations,
  ...settingsOperations,
  ...shareOperations,
  ...shortLinkOperations,
  ...suggestionOperations,
  ...taskOperations,
  ...teamOperations,
  ...templateOperations,
  ...videoOperations,
  ...viewLogOperations,
] as const;

/** Every use case of the product. Access, tier and scope determine its surfaces. */
export const OPERATIONS: readonly Operation[] = ALL;

/** Operations by name, for code that needs only input and output types. */
export type OperationTypes = { readonly [Each in (typeof ALL)[number] as Each['name']]: Each };
