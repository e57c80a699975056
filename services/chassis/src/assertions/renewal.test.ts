import { expect, test } from '@jest/globals';
import { type CallContext, currentCall, runInCall } from '../calls/call-context.js';
import { testUser } from '../testing/test-service.js';
import { grantOf, renewGrants } from './renewal.js';

test('a renewed step propagates `replayed` to the enclosing call', async () => {
  const user = testUser();
  const asGranted = renewGrants({
    asService: (work) => work(),
    source: { renew: async () => ({ assertion: 'fresh' }) },
    verify: async () => user,
  });
  const call: CallContext = { requestId: 'r', deadline: Date.now() + 60_000, signal: AbortSignal.timeout(60_000) };

  const carried = await runInCall(call, () =>
    asGranted(grantOf(user), async () => {
      const renewed = currentCall();
      if (renewed) renewed.replayed = true;
      return renewed?.assertion;
    }),
  );

  expect([carried, call.replayed]).toEqual(['fresh', true]);
});
