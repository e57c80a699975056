import { handlesBy, type HandlesOf } from '@svc/chassis/tool-calls/handles';

const named = handlesBy({
  fields: ['linkId', 'shortId'],
  records: { link: { id: 'linkId', shortId: 'shortId' } },
});

/** References to short links in records of agents' writes, never their targets or addresses. An answer may be the link itself. */
export const linkHandles: HandlesOf = (request, answer) => named(request, { link: answer, ...(answer as object) });
