import { referencesBy } from '@svc/chassis/tool-calls/references';

/** What records of agents' writes say of memories: which one, and not what is remembered. */
export const memoryReferences = referencesBy({
  fields: ['memoryId'],
  records: { memory: { id: 'memoryId', status: 'status' } },
});
