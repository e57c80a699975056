import type { Tx } from '@svc/chassis/postgres/transaction';
import { text } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { noSuchLink } from '../../links/link-errors.js';
import { findLinkByShortId } from '../../links/link-repo.js';
import { insertReport } from '../../reports/report-repo.js';
import { defineHostOperation } from '../calls/host-operation.js';
import { write } from '../calls/write.js';
import { ShortId } from './link-schemas.js';

export const reportLink = defineHostOperation({
  name: 'report_link',
  summary: 'Report that a link leads to something harmful',
  access: 'public',
  http: { method: 'POST', path: '/links/:shortId/report', status: 202 },
  input: z.strictObject({ shortId: ShortId, reason: text(2_000) }),
  output: z.object({ status: z.literal('received') }),
  run: (input, call, parts) => {
    const work = async (tx: Tx) => {
      const link = await findLinkByShortId(tx, input.shortId);
      if (!link) throw noSuchLink();
      await insertReport(tx, link.id, input.reason);
      return { status: 'received' };
    };
    return write(parts, 'report_link', input, work, { before: () => parts.limits.spendOnReport(call) });
  },
});
