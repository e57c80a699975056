import { expect, test } from '@jest/globals';
import { APPROVAL_LIFTED } from '../calls/principal.js';
import { testAgent, testUser } from '../testing/test-service.js';
import { checkApproval } from './check-approval.js';
import type { Sensitivity } from './methods.js';

const agentWith = (approval: string | null | undefined) => {
  const agent = testAgent();
  return { ...agent, agent: { ...agent.agent, approval } };
};

/** Which methods a caller may call, by sensitivity. */
function open(principal: Parameters<typeof checkApproval>[0]): Sensitivity[] {
  return (['none', 'write', 'delete'] as const).filter((sensitivity) => {
    try {
      checkApproval(principal, sensitivity);
      return true;
    } catch (error) {
      expect(error).toMatchObject({ code: 'APPROVAL_REQUIRED' });
      return false;
    }
  });
}

test.each([
  ['an agent without an approval', agentWith(null), ['none']],
  ['an agent whose writes need none', agentWith(APPROVAL_LIFTED), ['none', 'write']],
  ['an agent with an approval', agentWith('01900000-0000-7000-8000-0000000000aa'), ['none', 'write', 'delete']],
  ['an agent of a gateway that sends none yet', agentWith(undefined), ['none', 'write', 'delete']],
  ['a user', testUser(), ['none', 'write', 'delete']],
  ['a service', { kind: 'service', service: 'identity' } as const, ['none', 'write', 'delete']],
] as const)('%s gets as far as its approval allows', (_who, principal, expected) => {
  expect(open(principal)).toEqual(expected);
});
