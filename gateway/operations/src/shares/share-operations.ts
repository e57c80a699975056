import { listShares } from './list-shares.js';

export const shareOperations = [listShares] as const;
