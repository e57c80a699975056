import { noSuch } from '@svc/chassis/errors/app-error';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Write } from '@svc/chassis/grpc/write';
import { ExternalShareAdministrationService as methods } from '@svc/proto/deal/v1/external_share_service';
import { setShareDisabled } from './disabled-share-repo.js';

/** External shares of all users, for administrators. */
export function shareAdministrationHandlers(write: Write): ServiceHandlers<typeof methods> {
  return {
    switchExternalShare: write(methods.switchExternalShare, async (tx, { token, disabled }, { user }) => {
      const externalShare = await setShareDisabled(tx, token, disabled ? user.userId : null);
      if (!externalShare) throw noSuch('shared link');
      return { externalShare };
    }),
  };
}
