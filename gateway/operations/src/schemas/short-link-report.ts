import { Id, NullableTimestamp, stamps } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';

export const ReportStatus = z.enum(['open', 'flagged', 'dismissed']);

export const ShortLinkReport = z
  .object({
    id: Id,
    linkId: Id,
    shortId: z.string(),
    targetUrl: z.string().nullable(),
    reason: z.string(),
    status: ReportStatus,
    decidedAt: NullableTimestamp,
    linkDisabled: z.boolean().describe('Whether an administrator has disabled the link.'),
    ...stamps,
  })
  .meta({ id: 'ShortLinkReport' });
