import { createSavedView } from './create-saved-view.js';
import { deleteSavedView } from './delete-saved-view.js';
import { listSavedViews } from './list-saved-views.js';
import { updateSavedView } from './update-saved-view.js';

export const savedViewOperations = [createSavedView, deleteSavedView, listSavedViews, updateSavedView] as const;
