import { createExternalShare } from './create-external-share.js';
import { deleteExternalShare } from './delete-external-share.js';
import { getExternalShare } from './get-external-share.js';
import { getExternalShareQr } from './get-external-share-qr.js';
import { listExternalShareFields } from './list-external-share-fields.js';
import { listExternalShares } from './list-external-shares.js';
import { updateExternalShare } from './update-external-share.js';

export const externalShareOperations = [
  createExternalShare,
  deleteExternalShare,
  getExternalShare,
  getExternalShareQr,
  listExternalShareFields,
  listExternalShares,
  updateExternalShare,
] as const;
