import { AppError, noSuch } from '@svc/chassis/errors/app-error';
import type { PromiseClient } from '@svc/chassis/grpc/client';
import type { CheckViewingPassResponse, PublicShareService } from '@svc/proto/deal/v1/external_share_service';

/** The deal client as visitors of external shares need it. */
export type ExternalShares = Pick<PromiseClient<typeof PublicShareService>, 'checkViewingPass'>;

export interface ViewingPass {
  readonly token: string;
  readonly viewingPass: string;
}

/** Returns the record a viewing pass opens, and its owner. Throws NOT_FOUND when the pass is invalid or the share has ended. */
export async function readOpenedShare(shares: ExternalShares, pass: ViewingPass): Promise<CheckViewingPassResponse> {
  const opened = await shares.checkViewingPass(pass).catch((error: unknown) => {
    // The share's page says that it has ended; its images just return 404.
    throw error instanceof AppError && error.kind === 'gone' ? noSuch('shared link') : error;
  });
  // A replica of the previous version sends no owner.
  if (opened.ownerId === '') throw noSuch('shared link');
  return opened;
}
