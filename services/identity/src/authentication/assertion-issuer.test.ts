import { expect, test } from '@jest/globals';
import { APPROVAL_LIFTED, type AgentPrincipal } from '@svc/chassis/principal';
import { testAgent, testUser } from '@svc/chassis/testing/test-service';
import { decodeJwt, generateKeyPair } from 'jose';
import { createAssertionIssuer } from './assertion-issuer.js';

async function issuerWith(liftsApprovals: boolean) {
  const { privateKey } = await generateKeyPair('EdDSA');
  return createAssertionIssuer(async () => ({ kid: 'one', privateKey }), { liftsApprovals });
}

const approvalIn = (assertion: string) => decodeJwt<{ principal: AgentPrincipal }>(assertion).principal.agent?.approval;

test.each([
  [false, null],
  [true, APPROVAL_LIFTED],
])('where the operator lifts approvals (%s), an agent without one is signed as %s', async (lifts, expected) => {
  const issuer = await issuerWith(lifts);
  const agent = testAgent();

  expect(approvalIn(await issuer.issueWithApproval(agent, null))).toBe(expected);
  expect(approvalIn(await issuer.issueWithApproval(agent, 'an approval'))).toBe('an approval');
  expect(approvalIn(await issuer.issue(agent))).toBeUndefined();
});

test('of a user nothing is said of approvals', async () => {
  const issuer = await issuerWith(false);
  const user = testUser();

  expect(await issuer.issueWithApproval(user, null)).toBe(await issuer.issue(user));
});
