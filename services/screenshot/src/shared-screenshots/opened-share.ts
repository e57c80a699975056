import { AppError, noSuch } from '@svc/chassis/errors/app-error';
import type { PromiseClient } from '@svc/chassis/grpc/client';
import type { CheckViewingPassResponse, PublicShareService } from '@svc/proto/deal/v1/external_share_service';

/** The part of deal that knows visitors of external shares. */
export type PublicShares = Pick<PromiseClient<typeof PublicShareService>, 'checkViewingPass'>;

export interface ViewingPass {
  readonly token: string;
  readonly viewingPass: string;
}

/** The record that a viewing pass opens, and its owner. Throws NOT_FOUND when the pass is invalid, or the share has ended. */
export async function readOpenedShare(shares: PublicShares, pass: ViewingPass): Promise<CheckViewingPassResponse> {
  const opened = await shares.checkViewingPass(pass).catch((error: unknown) => {
    // The page of a share says that it has ended; its images are simply no longer there.
    throw error instanceof AppError && error.kind === 'gone' ? noSuch('share') : error;
  });
  // A replica of the previous version names no owner, so ownership is unknown.
  if (opened.ownerId === '') throw noSuch('share');
  return opened;
}
