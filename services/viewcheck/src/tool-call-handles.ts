import { handlesBy } from '@svc/chassis/tool-calls/handles';

/** What records of agents' writes say of view logs. */
export const readingHandles = handlesBy({
  fields: ['viewLogId', 'dealId', 'videoId', 'screenshotId'],
  records: { viewLog: { id: 'viewLogId', dealId: 'dealId', videoId: 'videoId' } },
});
