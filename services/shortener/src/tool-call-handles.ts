import { handlesBy, type HandlesOf } from '@svc/chassis/tool-calls/handles';

const named = handlesBy({
  fields: ['linkId', 'shortId'],
  records: { link: { id: 'linkId', shortId: 'shortId' } },
});

/** What records of agents' writes say of short links: never where they lead, or their addresses. An answer may be the link itself. */
export const linkHandles: HandlesOf = (request, answer) => named(request, { link: answer, ...(answer as object) });
