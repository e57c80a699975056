import { referencesBy } from '@svc/chassis/tool-calls/references';

/** References to view logs in records of agents' writes. */
export const viewLogReferences = referencesBy({
  fields: ['viewLogId', 'dealId', 'videoId', 'screenshotId'],
  records: { viewLog: { id: 'viewLogId', dealId: 'dealId', videoId: 'videoId' } },
});
