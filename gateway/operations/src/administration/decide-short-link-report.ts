import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { ShortLinkReport } from '../schemas/short-link-report.js';

export const decideShortLinkReport = defineOperation({
  name: 'admin.decide_short_link_report',
  summary: 'Flag the target of a reported short link, or dismiss the report',
  description:
    'Every link to a flagged target, old or new, opens only after a warning, and a flagged photo returns 410. The flag stays on the link when its owner changes the target; dismissing the report removes it.',
  access: 'admin',
  tier: 2,
  affects: ['short_links'],
  http: { method: 'POST', path: '/admin/short-link-reports/:reportId/decide', version: 'checked' },
  input: z.strictObject({ reportId: Id, decision: z.enum(['flag', 'dismiss']) }),
  output: ShortLinkReport,
  run: async (input, { clients, expectedVersion }) =>
    (await clients.shortLinkReports.decideShortLinkReport({ ...input, expectedVersion })).report,
});
