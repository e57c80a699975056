import { capturePage } from './capture-page.js';
import { createScreenshot } from './create-screenshot.js';
import { deleteScreenshot } from './delete-screenshot.js';
import { getCapture } from './get-capture.js';
import { getScreenshot } from './get-screenshot.js';
import { linkScreenshot } from './link-screenshot.js';
import { listScreenshotShares } from './list-screenshot-shares.js';
import { listScreenshots } from './list-screenshots.js';
import { readScreenshotImage } from './read-screenshot-image.js';
import { readScreenshotThumbnail } from './read-screenshot-thumbnail.js';
import { reserveScreenshot } from './reserve-screenshot.js';
import { unlinkScreenshot } from './unlink-screenshot.js';
import { updateScreenshot } from './update-screenshot.js';
import { uploadScreenshot } from './upload-screenshot.js';
import { uploadScreenshotContent } from './upload-screenshot-content.js';

export const screenshotOperations = [
  capturePage,
  createScreenshot,
  deleteScreenshot,
  getCapture,
  getScreenshot,
  linkScreenshot,
  listScreenshotShares,
  listScreenshots,
  readScreenshotImage,
  readScreenshotThumbnail,
  reserveScreenshot,
  unlinkScreenshot,
  updateScreenshot,
  uploadScreenshot,
  uploadScreenshotContent,
] as const;
