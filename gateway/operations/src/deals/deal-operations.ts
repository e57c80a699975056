import { bulkAddViewChecks } from './bulk-add-view-checks.js';
import { bulkChangeDeals } from './bulk-change-deals.js';
import { createDeal } from './create-deal.js';
import { deleteDeal } from './delete-deal.js';
import { exportChosenDeals, exportDeals } from './export-deals.js';
import { exportProof } from './export-proof.js';
import { getDeal } from './get-deal.js';
import { getDealStats } from './get-deal-stats.js';
import { listActivity } from './list-activity.js';
import { listDealActivity } from './list-deal-activity.js';
import { listDeals } from './list-deals.js';
import { previewViewChecks } from './preview-view-checks.js';
import { updateDeal } from './update-deal.js';

export const dealOperations = [
  bulkAddViewChecks,
  bulkChangeDeals,
  createDeal,
  deleteDeal,
  exportChosenDeals,
  exportDeals,
  exportProof,
  getDealStats,
  getDeal,
  listActivity,
  listDealActivity,
  listDeals,
  previewViewChecks,
  updateDeal,
] as const;
