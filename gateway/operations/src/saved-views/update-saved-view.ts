import { changeInput, updateMask } from '@svc/chassis/schemas/changes';
import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { SavedQuery, SavedView, ViewName } from './saved-view.js';

export const updateSavedView = defineOperation({
  name: 'saved_views.update',
  summary: 'Update a saved view',
  description: 'Updates only the fields sent.',
  tier: 1,
  http: { method: 'PATCH', path: '/saved-views/:savedViewId', version: 'checked' },
  input: changeInput({ savedViewId: Id }, { name: ViewName, query: SavedQuery, position: z.int().min(0).max(1_000) }),
  output: SavedView,
  run: async ({ savedViewId: viewId, ...changes }, { clients, expectedVersion }) => {
    const { query = {}, ...fields } = changes;
    const request = { ...fields, viewId, query, updateMask: updateMask(changes), expectedVersion };
    return (await clients.savedViews.updateSavedView(request)).view;
  },
});
