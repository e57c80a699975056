import { createPasswordLink } from './create-password-link.js';
import { decideShortLinkReport } from './decide-short-link-report.js';
import { getSystemSettings } from './get-system-settings.js';
import { listAuditEvents } from './list-audit-events.js';
import { listPendingPurges } from './list-pending-purges.js';
import { listShortLinkReports } from './list-short-link-reports.js';
import { listUsers } from './list-users.js';
import { switchExternalShare } from './switch-external-share.js';
import { switchShortLink } from './switch-short-link.js';
import { updateSystemSettings } from './update-system-settings.js';
import { updateUser } from './update-user.js';

export const administrationOperations = [
  createPasswordLink,
  decideShortLinkReport,
  getSystemSettings,
  listAuditEvents,
  listPendingPurges,
  listShortLinkReports,
  listUsers,
  switchExternalShare,
  switchShortLink,
  updateSystemSettings,
  updateUser,
] as const;
