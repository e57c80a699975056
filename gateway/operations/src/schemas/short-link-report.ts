import { z } from 'zod';
import { Id, NullableTimestamp, Timestamp } from './scalars.js';

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
    createdAt: Timestamp,
    updatedAt: Timestamp,
    version: z.int(),
  })
  .meta({ id: 'ShortLinkReport' });
