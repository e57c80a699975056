import { describeShare } from './describe-share.js';
import { exportSharedReadings } from './export-shared-readings.js';
import { getPublicConfig } from './get-public-config.js';
import { openShare } from './open-share.js';
import { readSharedScreenshot } from './read-shared-screenshot.js';

export const publicOperations = [
  describeShare,
  exportSharedReadings,
  getPublicConfig,
  openShare,
  readSharedScreenshot,
] as const;
