import { referencesBy } from '@svc/chassis/tool-calls/references';

/** References to memories in records of agents' writes: ids without content. */
export const memoryReferences = referencesBy({
  fields: ['memoryId'],
  records: { memory: { id: 'memoryId', status: 'status' } },
});
