import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { ListName, SavedQuery, SavedView, ViewName } from './saved-view.js';

export const createSavedView = defineOperation({
  name: 'saved_views.create',
  summary: 'Create a saved view of a list',
  description: 'It is placed after your other views of the list. At most 50.',
  tier: 1,
  http: { method: 'POST', path: '/saved-views', status: 201, location: '/saved-views' },
  input: z.strictObject({ list: ListName, name: ViewName, query: SavedQuery }),
  output: SavedView,
  run: async (input, { clients }) => (await clients.savedViews.createSavedView(input)).view,
});
