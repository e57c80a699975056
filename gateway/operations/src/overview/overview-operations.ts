import { getOverview } from './get-overview.js';

export const overviewOperations = [getOverview] as const;
