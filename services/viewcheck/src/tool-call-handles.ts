import { handlesBy } from '@svc/chassis/tool-calls/handles';

/** References to view logs in records of agents' writes. */
export const viewLogHandles = handlesBy({
  fields: ['viewLogId', 'dealId', 'videoId', 'screenshotId'],
  records: { viewLog: { id: 'viewLogId', dealId: 'dealId', videoId: 'videoId' } },
});
