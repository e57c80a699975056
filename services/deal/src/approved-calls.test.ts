import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { APPROVAL_LIFTED, type UserPrincipal } from '@svc/chassis/calls/principal';
import { testAgent, testUser } from '@svc/chassis/testing/test-service';
import { METHOD_OPTIONS } from '@svc/proto/methods';
import { v7 as newId } from 'uuid';
import { importContactFile } from './testing/contacts.js';
import { type DealTestService, startDeal } from './testing/deal-service.js';
import { changeRequest, createDeal } from './testing/records.js';

let service: DealTestService;

beforeAll(async () => {
  service = await startDeal();
});

afterAll(() => service?.stop());

const refused = { code: 'APPROVAL_REQUIRED' };

/** An agent of the user, with the approval that its call carries. */
function agentOf({ userId }: UserPrincipal, approval: string | null): UserPrincipal {
  const agent = testAgent({ userId }, ['mcp']);
  return { ...agent, agent: { ...agent.agent, approval } };
}

test('an agent needs an approval to delete, with any scopes', async () => {
  const owner = testUser();
  const { id: dealId } = await createDeal(service, owner);
  const remove = (user: UserPrincipal) => service.as(user).deals.deleteDeal({ dealId });
  const rename = (user: UserPrincipal) => service.as(user).deals.updateDeal(changeRequest(dealId, { name: 'New' }));

  await expect(remove(agentOf(owner, null))).rejects.toMatchObject(refused);
  await expect(rename(agentOf(owner, null))).rejects.toMatchObject(refused);
  await expect(remove(agentOf(owner, APPROVAL_LIFTED))).rejects.toMatchObject(refused);
  await expect(rename(agentOf(owner, APPROVAL_LIFTED))).resolves.toMatchObject({ deal: { name: 'New' } });
  await expect(remove(agentOf(owner, newId()))).resolves.toBeDefined();
});

test('a preview of an import needs no approval, but the import does', async () => {
  const owner = testUser();
  const importAs = (approval: string | null, preview: boolean) =>
    importContactFile(service, agentOf(owner, approval), 'Name\nAnna', { preview });

  await expect(importAs(null, true)).resolves.toMatchObject({ preview: true, summary: { toCreate: 1 } });
  await expect(importAs(null, false)).rejects.toMatchObject(refused);
  await expect(importAs(newId(), false)).resolves.toMatchObject({ preview: false, summary: { toCreate: 1 } });
});

test('every method restricted to sensitive agents requires an approval, except imports, which check it themselves', () => {
  const unguarded = Object.entries(METHOD_OPTIONS)
    .filter(([path]) => !path.startsWith('/svc.identity.'))
    .filter(([, { readOnly, sensitive }]) => !readOnly && sensitive === 'none')
    .filter(([, { agentScopes }]) => agentScopes.join() === 'svc.write.sensitive,mcp');

  expect(unguarded.map(([path]) => path)).toEqual(['/svc.deal.v1.ContactService/ImportContacts']);
});
