import { listOf, page, pageInput, pageRequest } from '@svc/chassis/schemas/paging';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { ListName, SavedView } from './saved-view.js';

export const listSavedViews = defineOperation({
  name: 'saved_views.list',
  summary: 'List your saved views, by list and position',
  tier: 0,
  http: { method: 'GET', path: '/saved-views' },
  input: z.strictObject({ ...pageInput, list: ListName.optional() }),
  output: listOf(SavedView),
  run: async (input, { clients }) => {
    const { views, totalSize } = await clients.savedViews.listSavedViews(pageRequest(input));
    return page(views, totalSize, input);
  },
});
