import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';

export const deleteSavedView = defineOperation({
  name: 'saved_views.delete',
  summary: 'Delete a saved view',
  tier: 1,
  http: { method: 'DELETE', path: '/saved-views/:savedViewId', version: 'checked' },
  input: z.strictObject({ savedViewId: Id }),
  run: ({ savedViewId: viewId }, { clients, expectedVersion }) =>
    clients.savedViews.deleteSavedView({ viewId, expectedVersion }),
});
