import type { UserPrincipal } from '@svc/chassis/calls/principal';
import {
  type CreateExternalShareRequest,
  ExternalShareService,
  PublicShareService,
} from '@svc/proto/deal/v1/external_share_service';
import type { DealTestService } from './deal-service.js';
import { addVideo, createDeal } from './records.js';

const ADDRESS = { clientAddress: '203.0.113.9' };

/** Makes and opens external shares of a deal service under test. */
export function externalSharesOf(service: () => DealTestService) {
  const shares = (user: UserPrincipal) => service().call(user, ExternalShareService);
  const anyone = (user?: UserPrincipal) => service().call(user, PublicShareService);
  return {
    shares,
    anyone,
    /** Shares a deal with one video, with the default fields unless others are given. */
    shareDeal: async (owner: UserPrincipal, fields: Partial<CreateExternalShareRequest> = {}) => {
      const deal = await createDeal(service(), owner, { price: 900, notes: 'private', contactName: 'Ann' });
      await addVideo(service(), owner, deal.id);
      const { externalShare } = await shares(owner).createExternalShare({
        entityType: 'deal',
        entityId: deal.id,
        visibleFields: [],
        isActive: true,
        ...fields,
      });
      if (!externalShare) throw new Error('The answer has no share.');
      return { deal, share: externalShare, token: externalShare.token };
    },
    open: (token: string, fields: { password?: string; viewingPass?: string } = {}, user?: UserPrincipal) =>
      anyone(user).openShare({ token, ...ADDRESS, ...fields }),
    /** Returns how often a share has been opened. */
    views: async (owner: UserPrincipal, id: string): Promise<number | undefined> => {
      const { externalShares } = await shares(owner).listExternalShares({ pageSize: 0, skip: 0 });
      return externalShares.find((share) => share.id === id)?.viewCount;
    },
  };
}
