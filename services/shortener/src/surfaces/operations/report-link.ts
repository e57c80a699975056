import { z } from 'zod';
import { linkNotFound } from '../../links/link-errors.js';
import { findLinkByShortId } from '../../links/link-repo.js';
import { insertReport } from '../../reports/report-repo.js';
import { defineHostOperation } from '../host-operation.js';
import { ShortId } from '../link-schemas.js';
import { write } from '../write.js';

export const reportLink = defineHostOperation({
  name: 'report_link',
  summary: 'Tell the operators that a link leads to something harmful',
  access: 'public',
  http: { method: 'POST', path: '/links/:shortId/report', status: 202 },
  input: z.strictObject({ shortId: ShortId, reason: z.string().trim().min(1).max(2_000) }),
  output: z.object({ status: z.literal('received') }),
  run: async ({ shortId, reason }, call, parts) => {
    await parts.limits.spendOnReport(call);
    return write(parts, 'report_link', { shortId, reason }, async (tx) => {
      const link = await findLinkByShortId(tx, shortId);
      if (!link) throw linkNotFound();
      await insertReport(tx, link.id, reason);
      return { status: 'received' };
    });
  },
});
