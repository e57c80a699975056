import { handlesBy } from '@svc/chassis/tool-calls/handles';

/** What records of agents' writes say of memories: which one, and not what is remembered. */
export const memoryHandles = handlesBy({
  fields: ['memoryId'],
  records: { memory: { id: 'memoryId', status: 'status' } },
});
