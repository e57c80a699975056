import { describeShare } from './describe-share.js';
import { endReminders } from './end-reminders.js';
import { exportSharedViewLogs } from './export-shared-view-logs.js';
import { getPublicConfig } from './get-public-config.js';
import { openShare } from './open-share.js';
import { readSharedLogo } from './read-shared-logo.js';
import { readSharedScreenshot } from './read-shared-screenshot.js';

export const publicOperations = [
  describeShare,
  endReminders,
  exportSharedViewLogs,
  getPublicConfig,
  openShare,
  readSharedLogo,
  readSharedScreenshot,
] as const;
