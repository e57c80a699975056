import { listOf, page, pageInput, pageRequest } from '@svc/chassis/schemas/paging';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { ReportStatus, ShortLinkReport } from '../schemas/short-link-report.js';

export const listShortLinkReports = defineOperation({
  name: 'admin.list_short_link_reports',
  summary: 'List abuse reports on short links, newest first',
  access: 'admin',
  tier: 0,
  http: { method: 'GET', path: '/admin/short-link-reports' },
  input: z.strictObject({ ...pageInput, status: ReportStatus.optional() }),
  output: listOf(ShortLinkReport),
  run: async (input, { clients }) => {
    const { reports, totalSize } = await clients.shortLinkReports.listShortLinkReports(pageRequest(input));
    return page(reports, totalSize, input);
  },
});
