import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { csvOf } from '../schemas/csv.js';
import { ShareToken } from '../schemas/external-share.js';

const PAGE_SIZE = 200;

export const exportSharedReadings = defineOperation({
  name: 'public.export_shared_readings',
  summary: 'Download the readings of an opened link as CSV',
  description: 'Needs the viewing pass that opening gives.',
  access: 'public',
  tier: 0,
  destructive: false,
  http: { method: 'GET', path: '/public/shares/:token/readings.csv', produces: 'text/csv', session: 'views' },
  input: z.strictObject({ token: ShareToken }),
  run: async ({ token }, { clients, viewingPass }) => {
    const readPage = async (skip: number) => {
      const request = { token, viewingPass: viewingPass ?? '', pageSize: PAGE_SIZE, skip };
      const { readings } = await clients.sharedReadings.listSharedReadings(request);
      return readings.map(({ videoUrl, value, checkedAt }) => [videoUrl, value, checkedAt?.toISOString() ?? '']);
    };
    return csvOf(['url', 'views', 'checkedAt'], readPage, PAGE_SIZE);
  },
});
