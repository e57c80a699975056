import { noSuch } from '@svc/chassis/errors/app-error';
import type { CheckViewingPassResponse } from '@svc/proto/deal/v1/external_share_service';
import type { ExternalShares } from '../shared-clicks/shared-click-handlers.js';

export interface FakeShares {
  /** Answers about viewing passes. */
  readonly passes: Map<string, CheckViewingPassResponse>;
  readonly shares: ExternalShares;
}

/** A fake of deal, which knows only visitors who opened an external share. */
export function createFakeShares(): FakeShares {
  const passes: FakeShares['passes'] = new Map();
  const checkViewingPass: ExternalShares['checkViewingPass'] = async ({ viewingPass }) => {
    const pass = passes.get(viewingPass);
    if (!pass) throw noSuch('shared link');
    return pass;
  };
  return { passes, shares: { checkViewingPass } };
}
