import { listContextResources } from './list-context-resources.js';
import { searchContext } from './search-context.js';

export const contextOperations = [listContextResources, searchContext] as const;
