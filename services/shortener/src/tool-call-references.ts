import { referencesBy, type ReferencesOf } from '@svc/chassis/tool-calls/references';

const named = referencesBy({
  fields: ['linkId', 'shortId'],
  records: { link: { id: 'linkId', shortId: 'shortId' } },
});

/** References to short links in records of agents' writes, never their targets or addresses. The response may be the link itself. */
export const linkReferences: ReferencesOf = (request, answer) =>
  named(request, { link: answer, ...(answer as object) });
