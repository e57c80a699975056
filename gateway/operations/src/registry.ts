import type { Operation } from './define-operation.js';
import { changePassword } from './accounts/change-password.js';
import { deleteAccount } from './accounts/delete-account.js';
import { getAccount } from './accounts/get-account.js';
import { listSessions } from './accounts/list-sessions.js';
import { requestPasswordReset } from './accounts/request-password-reset.js';
import { resetPassword } from './accounts/reset-password.js';
import { revokeSession } from './accounts/revoke-session.js';
import { signIn } from './accounts/sign-in.js';
import { signOutEverywhere } from './accounts/sign-out-everywhere.js';
import { signOut } from './accounts/sign-out.js';
import { signUp } from './accounts/sign-up.js';
import { updateAccount } from './accounts/update-account.js';
import { getSystemSettings } from './administration/get-system-settings.js';
import { listPendingPurges } from './administration/list-pending-purges.js';
import { listUsers } from './administration/list-users.js';
import { updateSystemSettings } from './administration/update-system-settings.js';
import { updateUser } from './administration/update-user.js';
import { bulkAddViewChecks } from './deals/bulk-add-view-checks.js';
import { createDeal } from './deals/create-deal.js';
import { deleteDeal } from './deals/delete-deal.js';
import { getDeal } from './deals/get-deal.js';
import { listActivity } from './deals/list-activity.js';
import { listDealActivity } from './deals/list-deal-activity.js';
import { listDeals } from './deals/list-deals.js';
import { updateDeal } from './deals/update-deal.js';
import { getPublicConfig } from './public/get-public-config.js';
import { getSettings } from './settings/get-settings.js';
import { updateSettings } from './settings/update-settings.js';
import { addVideo } from './videos/add-video.js';
import { deleteVideo } from './videos/delete-video.js';
import { listVideos } from './videos/list-videos.js';
import { updateVideo } from './videos/update-video.js';
import { addViewLog } from './view-logs/add-view-log.js';
import { deleteViewLog } from './view-logs/delete-view-log.js';
import { getViewLogHistory } from './view-logs/get-view-log-history.js';
import { listDealViewLogs } from './view-logs/list-deal-view-logs.js';
import { listDueViews } from './view-logs/list-due-views.js';
import { listViewLogs } from './view-logs/list-view-logs.js';
import { updateViewLog } from './view-logs/update-view-log.js';

/** Every use case of the product. What stands here is on every surface that its access, tier and scope allow. */
export const OPERATIONS: readonly Operation[] = [
  changePassword,
  deleteAccount,
  getAccount,
  listSessions,
  requestPasswordReset,
  resetPassword,
  revokeSession,
  signIn,
  signOutEverywhere,
  signOut,
  signUp,
  updateAccount,
  getSystemSettings,
  listPendingPurges,
  listUsers,
  updateSystemSettings,
  updateUser,
  bulkAddViewChecks,
  createDeal,
  deleteDeal,
  getDeal,
  listActivity,
  listDealActivity,
  listDeals,
  updateDeal,
  getPublicConfig,
  getSettings,
  updateSettings,
  addVideo,
  deleteVideo,
  listVideos,
  updateVideo,
  addViewLog,
  deleteViewLog,
  getViewLogHistory,
  listDealViewLogs,
  listDueViews,
  listViewLogs,
  updateViewLog,
];
