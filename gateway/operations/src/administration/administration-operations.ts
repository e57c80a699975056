import { createPasswordLink } from './create-password-link.js';
import { createUser } from './create-user.js';
import { decideShortLinkReport } from './decide-short-link-report.js';
import { getCopilotSettings } from './get-copilot-settings.js';
import { getSystemSettings } from './get-system-settings.js';
import { listAuditEvents } from './list-audit-events.js';
import { listPendingPurges } from './list-pending-purges.js';
import { listShortLinkReports } from './list-short-link-reports.js';
import { listUsers } from './list-users.js';
import { switchExternalShare } from './switch-external-share.js';
import { switchShortLink } from './switch-short-link.js';
import { updateCopilotSettings } from './update-copilot-settings.js';
import { updateSystemSettings } from './update-system-settings.js';
import { updateUser } from './update-user.js';

export const administrationOperations = [
  createPasswordLink,
  createUser,
  decideShortLinkReport,
  getCopilotSettings,
  getSystemSettings,
  listAuditEvents,
  listPendingPurges,
  listShortLinkReports,
  listUsers,
  switchExternalShare,
  switchShortLink,
  updateCopilotSettings,
  updateSystemSettings,
  updateUser,
] as const;
