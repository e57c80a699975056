import { referencesBy } from '@svc/chassis/tool-calls/references';

/** What records of agents' writes store about memories: ids, and no content. */
export const memoryReferences = referencesBy({
  fields: ['memoryId'],
  records: { memory: { id: 'memoryId', status: 'status' } },
});
