import { bulkChangeShortLinks } from './bulk-change-short-links.js';
import { createPhotoLink } from './create-photo-link.js';
import { createShortLink } from './create-short-link.js';
import { deleteShortLink } from './delete-short-link.js';
import { getShortLink } from './get-short-link.js';
import { getShortLinkQr } from './get-short-link-qr.js';
import { getShortLinkStats } from './get-short-link-stats.js';
import { listShortLinks } from './list-short-links.js';
import { readShortLinkImage } from './read-short-link-image.js';
import { updateShortLink } from './update-short-link.js';

export const shortLinkOperations = [
  bulkChangeShortLinks,
  createPhotoLink,
  createShortLink,
  deleteShortLink,
  getShortLinkQr,
  getShortLinkStats,
  getShortLink,
  listShortLinks,
  readShortLinkImage,
  updateShortLink,
] as const;
