import { listOf, page, pageInput, pageRequest } from '@svc/chassis/schemas/paging';
import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { TeamShare } from '../schemas/team-share.js';

export const listScreenshotShares = defineOperation({
  name: 'screenshots.list_shares',
  summary: 'List the teams one of your screenshots is shared with, newest first',
  tier: 0,
  http: { method: 'GET', path: '/screenshots/:screenshotId/shares' },
  input: z.strictObject({ screenshotId: Id, ...pageInput }),
  output: listOf(TeamShare),
  run: async (input, { clients }) => {
    const { shares, totalSize } = await clients.screenshots.listScreenshotShares(pageRequest(input));
    return page(shares, totalSize, input);
  },
});
