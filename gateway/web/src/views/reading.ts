import type { Item } from '../api/operations.js';

export type Reading = Item<'deals.view_logs'>;
