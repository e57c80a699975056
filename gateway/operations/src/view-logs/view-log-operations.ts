import { addViewLog } from './add-view-log.js';
import { deleteViewLog } from './delete-view-log.js';
import { getReport } from './get-report.js';
import { getViewLogHistory } from './get-view-log-history.js';
import { getViewSeries } from './get-view-series.js';
import { listDealViewLogs } from './list-deal-view-logs.js';
import { listDueViews } from './list-due-views.js';
import { listViewLogs } from './list-view-logs.js';
import { replaceViewLogScreenshot } from './replace-view-log-screenshot.js';
import { updateViewLog } from './update-view-log.js';

export const viewLogOperations = [
  addViewLog,
  deleteViewLog,
  getReport,
  getViewLogHistory,
  getViewSeries,
  listDealViewLogs,
  listDueViews,
  listViewLogs,
  replaceViewLogScreenshot,
  updateViewLog,
] as const;
