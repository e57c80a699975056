import { referencesBy } from '@svc/chassis/tool-calls/references';

/** References to deals and their records, in records of agents' writes. */
export const dealReferences = referencesBy({
  fields: ['dealId', 'videoId', 'contactId', 'taskId', 'paymentId'],
  records: {
    deal: { id: 'dealId', name: 'dealName', promoCode: 'promoCode', status: 'status' },
    video: { id: 'videoId', dealId: 'dealId' },
    contact: { id: 'contactId' },
    task: { id: 'taskId', dealId: 'dealId', status: 'status' },
    payment: { id: 'paymentId', dealId: 'dealId', status: 'status' },
    suggestion: { id: 'suggestionId', status: 'status' },
  },
  lists: { deals: ['dealId', 'name', 'promoCode', 'status'] },
  counts: ['summary'],
});
