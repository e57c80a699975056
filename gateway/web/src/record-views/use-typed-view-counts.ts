import { useMemo } from 'react';
import { call } from '../api/call.js';
import { randomKey } from '../api/random-key.js';
import { createKeptCounts } from '../kept/counts.js';
import { nextPaint } from '../loading/next-paint.js';
import { sendProof } from '../screenshots/send-proof.js';
import { useSignedIn } from '../shell/account.js';
import { TypedViewCounts } from './typed-view-counts.js';

/** The counts of the user for as long as the component is there. */
export function useTypedViewCounts(): TypedViewCounts {
  const { user, formats } = useSignedIn();
  return useMemo(
    () =>
      new TypedViewCounts(
        {
          shown: nextPaint,
          add: (input, key) => call('deals.add_view_log', input, { key }),
          correct: (input, version) => call('deals.update_view_log', input, { version, key: randomKey() }),
          attach: (input, version) => call('deals.replace_view_log_screenshot', input, { version, key: randomKey() }),
          remove: (input, version) => call('deals.delete_view_log', input, { version, key: randomKey() }),
          prove: ({ dealId, videoId }, ...rest) => sendProof({ dealId, videoId }, ...rest),
        },
        createKeptCounts(user.id),
        formats.count,
      ),
    [user.id, formats],
  );
}
