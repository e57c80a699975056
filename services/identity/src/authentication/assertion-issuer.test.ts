import { expect, test } from '@jest/globals';
import { APPROVAL_LIFTED } from '@svc/chassis/calls/principal';
import { testAgent, testUser } from '@svc/chassis/testing/test-service';
import { decodeJwt, generateKeyPair } from 'jose';
import { createAssertionIssuer } from './assertion-issuer.js';

async function issuerWith(liftsApprovals: boolean) {
  const { privateKey } = await generateKeyPair('EdDSA');
  return createAssertionIssuer(async () => ({ kid: 'one', privateKey }), { liftsApprovals });
}

test.each([
  [false, null],
  [true, APPROVAL_LIFTED],
])('when the operator waives approvals (%s), an agent without one is signed as %s', async (lifts, expected) => {
  const issuer = await issuerWith(lifts);
  const agent = testAgent();

  expect(issuer.withApproval(agent, null).agent.approval).toBe(expected);
  expect(issuer.withApproval(agent, 'an approval').agent.approval).toBe('an approval');
});

test("a user's assertion contains no approval", async () => {
  const issuer = await issuerWith(false);
  const user = testUser();

  expect(issuer.withApproval(user, null)).toBe(user);
});

test("an assertion is valid for a service and those that it calls, an administrator's for that service alone", async () => {
  const issuer = await issuerWith(false);
  const audiencesOf = async (role: 'user' | 'admin') => {
    const { assertions } = await issuer.issueEach(testUser({ role }), ['identity', 'viewcheck', 'nobody']);
    return Object.entries(assertions).map(([service, assertion]) => [service, decodeJwt(assertion).aud]);
  };

  expect(await audiencesOf('user')).toEqual([
    ['identity', ['identity', 'svc-internal']],
    ['viewcheck', ['viewcheck', 'identity', 'deal', 'screenshot', 'shortener', 'svc-internal']],
  ]);
  expect(await audiencesOf('admin')).toEqual([
    ['identity', ['identity', 'svc-internal']],
    ['viewcheck', ['viewcheck', 'svc-internal']],
  ]);
});
