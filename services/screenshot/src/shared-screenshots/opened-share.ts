import { AppError, noSuch } from '@svc/chassis/errors/app-error';
import type { PromiseClient } from '@svc/chassis/grpc/client';
import type { CheckViewingPassResponse, PublicShareService } from '@svc/proto/deal/v1/external_share_service';

/** What deal is asked about people who opened an external share. */
export type PublicShares = Pick<PromiseClient<typeof PublicShareService>, 'checkViewingPass'>;

export interface ViewingPass {
  readonly token: string;
  readonly viewingPass: string;
}

/** What a viewing pass shows, and whose. Throws NOT_FOUND when it does not hold, or the share has ended. */
export async function readOpenedShare(shares: PublicShares, pass: ViewingPass): Promise<CheckViewingPassResponse> {
  const opened = await shares.checkViewingPass(pass).catch((error: unknown) => {
    // The page of a share says that it has ended; its images are simply no longer there.
    throw error instanceof AppError && error.kind === 'gone' ? noSuch('share') : error;
  });
  // A replica of the previous version names no owner, so ownership is unknown.
  if (opened.ownerId === '') throw noSuch('share');
  return opened;
}
