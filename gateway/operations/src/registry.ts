import type { Operation } from './define-operation.js';
import { approveAccessRequest } from './access-requests/approve-access-request.js';
import { createAccessRequest } from './access-requests/create-access-request.js';
import { denyAccessRequest } from './access-requests/deny-access-request.js';
import { listAccessRequests } from './access-requests/list-access-requests.js';
import { revokeAccessRequest } from './access-requests/revoke-access-request.js';
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
import { decideShortLinkReport } from './administration/decide-short-link-report.js';
import { getSystemSettings } from './administration/get-system-settings.js';
import { listAuditEvents } from './administration/list-audit-events.js';
import { listPendingPurges } from './administration/list-pending-purges.js';
import { listShortLinkReports } from './administration/list-short-link-reports.js';
import { listUsers } from './administration/list-users.js';
import { updateSystemSettings } from './administration/update-system-settings.js';
import { updateUser } from './administration/update-user.js';
import { approveAgentAuthorization } from './agent-authorizations/approve-agent-authorization.js';
import { denyAgentAuthorization } from './agent-authorizations/deny-agent-authorization.js';
import { findAgentAuthorization } from './agent-authorizations/find-agent-authorization.js';
import { getAgentAuthorization } from './agent-authorizations/get-agent-authorization.js';
import { getAiSchema } from './ai/get-ai-schema.js';
import { listAiActions } from './ai/list-ai-actions.js';
import { listAiEntities } from './ai/list-ai-entities.js';
import { createContact, createInfluencer } from './contacts/create-contact.js';
import { deleteContact, deleteInfluencer } from './contacts/delete-contact.js';
import { exportContacts, exportInfluencers } from './contacts/export-contacts.js';
import { getContact, getInfluencer } from './contacts/get-contact.js';
import { importContacts, importInfluencers } from './contacts/import-contacts.js';
import { listContacts, listInfluencers } from './contacts/list-contacts.js';
import { updateContact, updateInfluencer } from './contacts/update-contact.js';
import { bulkAddViewChecks } from './deals/bulk-add-view-checks.js';
import { createDeal } from './deals/create-deal.js';
import { deleteDeal } from './deals/delete-deal.js';
import { exportDeals } from './deals/export-deals.js';
import { exportProof } from './deals/export-proof.js';
import { getDealStats } from './deals/get-deal-stats.js';
import { getDeal } from './deals/get-deal.js';
import { listActivity } from './deals/list-activity.js';
import { listDealActivity } from './deals/list-deal-activity.js';
import { listDeals } from './deals/list-deals.js';
import { updateDeal } from './deals/update-deal.js';
import { createExternalShare } from './external-shares/create-external-share.js';
import { deleteExternalShare } from './external-shares/delete-external-share.js';
import { listExternalShares } from './external-shares/list-external-shares.js';
import { updateExternalShare } from './external-shares/update-external-share.js';
import { createPayment } from './payments/create-payment.js';
import { deletePayment } from './payments/delete-payment.js';
import { listPayments } from './payments/list-payments.js';
import { updatePayment } from './payments/update-payment.js';
import { describeShare } from './public/describe-share.js';
import { exportSharedReadings } from './public/export-shared-readings.js';
import { getPublicConfig } from './public/get-public-config.js';
import { openShare } from './public/open-share.js';
import { getSettings } from './settings/get-settings.js';
import { updateSettings } from './settings/update-settings.js';
import { createPhotoLink } from './short-links/create-photo-link.js';
import { createShortLink } from './short-links/create-short-link.js';
import { deleteShortLink } from './short-links/delete-short-link.js';
import { getShortLinkQr } from './short-links/get-short-link-qr.js';
import { getShortLinkStats } from './short-links/get-short-link-stats.js';
import { getShortLink } from './short-links/get-short-link.js';
import { listShortLinks } from './short-links/list-short-links.js';
import { updateShortLink } from './short-links/update-short-link.js';
import { acceptSuggestion } from './suggestions/accept-suggestion.js';
import { createSuggestion } from './suggestions/create-suggestion.js';
import { dismissSuggestion } from './suggestions/dismiss-suggestion.js';
import { getSuggestion } from './suggestions/get-suggestion.js';
import { listSuggestions } from './suggestions/list-suggestions.js';
import { completeTask } from './tasks/complete-task.js';
import { createTask } from './tasks/create-task.js';
import { deleteTask } from './tasks/delete-task.js';
import { getTask } from './tasks/get-task.js';
import { listTasks } from './tasks/list-tasks.js';
import { updateTask } from './tasks/update-task.js';
import { acceptInvitation } from './teams/accept-invitation.js';
import { createTeam } from './teams/create-team.js';
import { declineInvitation } from './teams/decline-invitation.js';
import { deleteTeam } from './teams/delete-team.js';
import { endTeamShare } from './teams/end-team-share.js';
import { getTeam } from './teams/get-team.js';
import { inviteMember } from './teams/invite-member.js';
import { listInvitations } from './teams/list-invitations.js';
import { listMembers } from './teams/list-members.js';
import { listTeamShares } from './teams/list-team-shares.js';
import { listTeamTemplates } from './teams/list-team-templates.js';
import { listTeams } from './teams/list-teams.js';
import { removeMember } from './teams/remove-member.js';
import { shareWithTeam } from './teams/share-with-team.js';
import { updateMember } from './teams/update-member.js';
import { updateTeam } from './teams/update-team.js';
import { createDealTemplate } from './templates/create-deal-template.js';
import { createMessageTemplate } from './templates/create-message-template.js';
import { deleteDealTemplate } from './templates/delete-deal-template.js';
import { deleteMessageTemplate } from './templates/delete-message-template.js';
import { getDealTemplate } from './templates/get-deal-template.js';
import { getMessageTemplate } from './templates/get-message-template.js';
import { listDealTemplates } from './templates/list-deal-templates.js';
import { listMessageTemplates } from './templates/list-message-templates.js';
import { updateDealTemplate } from './templates/update-deal-template.js';
import { updateMessageTemplate } from './templates/update-message-template.js';
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
  approveAccessRequest,
  createAccessRequest,
  denyAccessRequest,
  listAccessRequests,
  revokeAccessRequest,
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
  decideShortLinkReport,
  getSystemSettings,
  listAuditEvents,
  listPendingPurges,
  listShortLinkReports,
  listUsers,
  updateSystemSettings,
  updateUser,
  approveAgentAuthorization,
  denyAgentAuthorization,
  findAgentAuthorization,
  getAgentAuthorization,
  getAiSchema,
  listAiActions,
  listAiEntities,
  createContact,
  createInfluencer,
  deleteContact,
  deleteInfluencer,
  exportContacts,
  exportInfluencers,
  getContact,
  getInfluencer,
  importContacts,
  importInfluencers,
  listContacts,
  listInfluencers,
  updateContact,
  updateInfluencer,
  bulkAddViewChecks,
  createDeal,
  deleteDeal,
  exportDeals,
  exportProof,
  getDealStats,
  getDeal,
  listActivity,
  listDealActivity,
  listDeals,
  updateDeal,
  createExternalShare,
  deleteExternalShare,
  listExternalShares,
  updateExternalShare,
  createPayment,
  deletePayment,
  listPayments,
  updatePayment,
  describeShare,
  exportSharedReadings,
  getPublicConfig,
  openShare,
  getSettings,
  updateSettings,
  createPhotoLink,
  createShortLink,
  deleteShortLink,
  getShortLinkQr,
  getShortLinkStats,
  getShortLink,
  listShortLinks,
  updateShortLink,
  acceptSuggestion,
  createSuggestion,
  dismissSuggestion,
  getSuggestion,
  listSuggestions,
  completeTask,
  createTask,
  deleteTask,
  getTask,
  listTasks,
  updateTask,
  acceptInvitation,
  createTeam,
  declineInvitation,
  deleteTeam,
  endTeamShare,
  getTeam,
  inviteMember,
  listInvitations,
  listMembers,
  listTeamShares,
  listTeamTemplates,
  listTeams,
  removeMember,
  shareWithTeam,
  updateMember,
  updateTeam,
  createDealTemplate,
  createMessageTemplate,
  deleteDealTemplate,
  deleteMessageTemplate,
  getDealTemplate,
  getMessageTemplate,
  listDealTemplates,
  listMessageTemplates,
  updateDealTemplate,
  updateMessageTemplate,
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
