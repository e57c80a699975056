import type { Item } from '../api/operations.js';

export type ViewCount = Item<'deals.view_logs'>;
