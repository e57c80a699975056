import { appError } from '@svc/chassis/errors/app-error';
import { localDay } from '@svc/chassis/time/calendar';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { overHttp } from '../run/operation-context.js';
import { csvName, csvOf, pagesBy } from '../schemas/csv.js';
import { ShareToken } from '../schemas/external-share.js';

const PAGE_SIZE = 200;

export const exportSharedViewLogs = defineOperation({
  name: 'public.export_shared_readings',
  summary: 'Download the view logs of an opened shared link as CSV',
  description:
    "Needs the viewing pass that opening returns. `day` is the day of the view log in the owner's time zone.",
  access: 'public',
  tier: 0,
  http: { method: 'GET', path: '/public/shares/:token/readings.csv', produces: 'text/csv', session: 'views' },
  input: z.strictObject({ token: ShareToken }),
  run: async ({ token }, context) => {
    const { externalShareVisits, sharedViewLogs } = context.clients;
    const viewingPass = overHttp(context).viewingPass ?? '';
    const { hasPass, title, promoCode, visibleFields, timeZone } = await externalShareVisits.describeShare({
      token,
      viewingPass,
    });
    if (!hasPass) throw appError('UNAUTHENTICATED', 'Open the link first: its view logs need a viewing pass.');
    if (!visibleFields.includes('readings')) throw appError('NOT_FOUND', 'This link shows no view logs.');
    const readPage = async (pageToken: string | null) => {
      const request = { token, viewingPass, pageSize: PAGE_SIZE, skip: 0, pageToken };
      const { readings: viewLogs, nextPageToken } = await sharedViewLogs.listSharedReadings(request);
      const rows = viewLogs.map(({ videoUrl, value, checkedAt }) => [
        videoUrl,
        value,
        checkedAt,
        checkedAt && localDay(checkedAt, timeZone),
      ]);
      return { rows, nextPageToken };
    };
    return csvOf(['url', 'views', 'checkedAt', 'day'], pagesBy(readPage), csvName(title, promoCode, 'view counts'));
  },
});
