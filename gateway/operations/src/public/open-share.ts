import { AppError } from '@svc/chassis/errors/app-error';
import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import type { Clients } from '../operation-context.js';
import { ExternalEntity, ShareToken } from '../schemas/external-share.js';
import { CalendarDate, NullableTimestamp, Timestamp } from '../schemas/scalars.js';

const SharedVideo = z.object({
  url: z.string(),
  platform: z.string(),
  title: z.string().nullable(),
  postDate: CalendarDate,
  latestValue: z.int().nullable(),
  latestCheckedAt: NullableTimestamp,
});

const SharedReading = z.object({ videoUrl: z.string(), value: z.int(), checkedAt: Timestamp });

/** What an opened link shows. */
export const OpenedShare = z
  .object({
    entityType: ExternalEntity,
    title: z.string(),
    fields: z.record(z.string(), z.unknown()).describe('The visible fields of the record.'),
    videos: z.array(SharedVideo).optional().describe('The deliverables, when visible.'),
    readings: z.array(SharedReading).optional().describe('The latest 200 readings, oldest first, when visible.'),
    degraded: z.array(z.string()).optional().describe('Parts that could not be attached.'),
    viewingPass: z
      .string()
      .optional()
      .describe('Lets you open the link again for 10 minutes; browsers get a cookie instead.'),
  })
  .meta({ id: 'OpenedShare' });

export const openShare = defineOperation({
  name: 'public.open_share',
  summary: 'Open a link; this counts one view',
  description:
    'Opening again within ten minutes with the viewing pass does not count, nor does the owner. 401 PASSWORD_REQUIRED asks for the password.',
  access: 'anyone',
  tier: 1,
  destructive: false,
  http: { method: 'POST', path: '/public/shares/:token/open', session: 'views' },
  input: z.strictObject({ token: ShareToken, password: z.string().min(1).max(200).optional() }),
  output: OpenedShare,
  run: async ({ token, password }, { clients, client, viewingPass }) => {
    const request = { token, password, viewingPass, clientAddress: client.address };
    const { fieldsJson, videos, visibleFields, ...opened } = await clients.publicShares.openShare(request);
    const isVisible = (part: string): boolean => visibleFields.includes(part);
    const readings = isVisible('readings') ? await latestReadings(clients, token, opened.viewingPass) : undefined;
    return {
      ...opened,
      fields: JSON.parse(fieldsJson) as unknown,
      ...(isVisible('videos') ? { videos } : {}),
      ...(readings === undefined ? {} : { readings: readings ?? [] }),
      ...(readings === null ? { degraded: ['readings'] } : {}),
    };
  },
});

const READINGS_MAX = 200;

/** The latest readings, oldest first; null while they cannot be had, which must not keep the page from opening. */
async function latestReadings(clients: Clients, token: string, viewingPass: string) {
  try {
    const request = { token, viewingPass, pageSize: READINGS_MAX, skip: 0 };
    const first = await clients.sharedReadings.listSharedReadings(request);
    if (first.totalSize <= READINGS_MAX) return first.readings;
    const skip = first.totalSize - READINGS_MAX;
    return (await clients.sharedReadings.listSharedReadings({ ...request, skip })).readings;
  } catch (error) {
    if (error instanceof AppError && (error.kind === 'unavailable' || error.kind === 'timeout')) return null;
    throw error;
  }
}
