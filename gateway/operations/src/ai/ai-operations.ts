import { getAiSchema } from './get-ai-schema.js';
import { listAiActions } from './list-ai-actions.js';
import { listAiEntities } from './list-ai-entities.js';

export const aiOperations = [getAiSchema, listAiActions, listAiEntities] as const;
