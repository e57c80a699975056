import { optionalPart } from '@svc/chassis/grpc/optional-part';
import { CalendarDate, Id, NullableTimestamp, Timestamp } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import type { Clients } from '../run/clients.js';
import { overHttp, type SurfaceContext } from '../run/operation-context.js';
import { GivenPassword } from '../schemas/account.js';
import { ExternalEntity, ShareToken } from '../schemas/external-share.js';
import { Grade } from '../schemas/screenshot.js';

const SharedVideo = z.object({
  url: z.string(),
  platform: z.string(),
  title: z.string().nullable(),
  postDate: CalendarDate,
  latestValue: z.int().nullable(),
  latestCheckedAt: NullableTimestamp,
});

const SharedScreenshot = z.object({
  screenshotId: Id,
  videoUrl: z.string(),
  capturedAt: NullableTimestamp,
  detectedViews: z.int().nullable(),
  viewsDetected: z.boolean().describe('Whether the views were detected on the page; otherwise the owner stated them.'),
  grade: Grade.describe('How it was made; extension_captured comes from earlier versions.'),
  sourceUrl: z.string().nullable().default(null).describe('URL of the page it shows; null when unknown.'),
  showsAnotherPage: z
    .boolean()
    .default(false)
    .describe("Whether the page is not the video's, so that it proves nothing."),
  imageUrl: z.string().describe('Path of the image, which needs the viewing pass.'),
});

const SharedViewLog = z.object({
  videoUrl: z.string(),
  value: z.int(),
  checkedAt: Timestamp,
  screenshotId: Id.nullable().default(null).describe('The screenshot that proves it, when screenshots are visible.'),
});

const LinkClicks = z.object({ shortUrl: z.string(), clicks: z.int() });

/** Contents of an opened shared link. */
const OpenedShare = z
  .object({
    entityType: ExternalEntity,
    title: z.string(),
    sharedBy: z.string().nullable().describe('Name of the owner; null when unavailable.'),
    logoUrl: z
      .string()
      .nullable()
      .describe("Path of the owner's logo, which needs the viewing pass; null without one."),
    fields: z
      .record(z.string(), z.unknown())
      .describe('The visible fields of the record; an amount comes with its currency.'),
    timeZone: z.string().describe('Time zone of the owner, which determines the days of view logs.'),
    videos: z.array(SharedVideo).optional().describe('The deliverables, when visible.'),
    readings: z.array(SharedViewLog).optional().describe('The latest 200 view logs, oldest first, when visible.'),
    screenshots: z
      .array(SharedScreenshot)
      .optional()
      .describe('The newest 50 screenshots of its videos, when visible.'),
    linkClicks: z
      .array(LinkClicks)
      .optional()
      .describe('The 50 most clicked short links to the deal, most clicked first, when visible.'),
    degraded: z.array(z.string()).optional().describe('Parts that are unavailable.'),
    viewingPass: z.string().optional().describe('Opens the link again for 10 minutes; browsers get a cookie instead.'),
  })
  .meta({ id: 'OpenedShare' });

export const openShare = defineOperation({
  name: 'public.open_share',
  summary: 'Open a shared link and count one view',
  description:
    'Opening it again within ten minutes with the viewing pass does not count, nor does opening it as the owner. Returns 401 PASSWORD_REQUIRED when a password is needed.',
  access: 'anyone',
  tier: 1,
  http: { method: 'POST', path: '/public/shares/:token/open', session: 'views' },
  input: z.strictObject({ token: ShareToken, password: GivenPassword.optional() }),
  output: OpenedShare,
  run: async ({ token, password }, context) => {
    const { clients } = context;
    const { sender, viewingPass } = overHttp(context);
    const request = { token, password, viewingPass, clientAddress: sender.address };
    const { fieldsJson, videos, visibleFields, timeZone, ownerId, ...opened } =
      await clients.externalShareVisits.openShare(request);
    const isVisible = (part: string): boolean => visibleFields.includes(part);
    const partOf = <Part>(name: string, read: () => Promise<Part>): Promise<Part | null> | undefined =>
      isVisible(name) ? optionalPart((quickly) => quickly(read)) : undefined;
    const [sharedBy, logoUrl, viewLogs, screenshots, linkClicks] = await Promise.all([
      nameOf(clients, ownerId),
      logoUrlOf(context, token, opened.viewingPass),
      partOf('readings', () => latestViewLogs(clients, token, opened.viewingPass)),
      partOf('screenshots', () => newestScreenshots(context, token, opened.viewingPass)),
      partOf('linkClicks', () => mostClicked(clients, token, opened.viewingPass)),
    ]);
    const parts = { readings: viewLogs, screenshots, linkClicks };
    const degraded = Object.entries(parts).flatMap(([name, part]) => (part === null ? [name] : []));
    return {
      ...opened,
      sharedBy,
      logoUrl,
      // A replica of the previous release sends no time zone.
      timeZone: timeZone || 'UTC',
      fields: JSON.parse(fieldsJson) as Readonly<Record<string, unknown>>,
      ...(isVisible('videos') ? { videos } : {}),
      ...(viewLogs === undefined ? {} : { readings: viewLogs ?? [] }),
      ...(screenshots === undefined ? {} : { screenshots: screenshots ?? [] }),
      ...(linkClicks === undefined ? {} : { linkClicks: linkClicks ?? [] }),
      ...(degraded.length > 0 ? { degraded } : {}),
    };
  },
});

/** Returns the owner's name; null when unavailable, or when a deal replica of the previous release sends no owner. */
async function nameOf(clients: Clients, ownerId: string): Promise<string | null> {
  if (ownerId === '') return null;
  const sender = await optionalPart((quickly) => quickly(() => clients.accounts.getSenderName({ userId: ownerId })));
  return sender?.name ?? null;
}

/** Returns the path of the owner's logo; null when unavailable, because the link works without it. */
async function logoUrlOf({ clients, apiPath }: SurfaceContext, token: string, viewingPass: string) {
  const request = { token, viewingPass };
  const shown = await optionalPart((quickly) => quickly(() => clients.logos.getSharedLogo(request)));
  return shown?.logo ? `${apiPath}/public/shares/${token}/logo` : null;
}

const VIEW_LOGS_MAX = 200;

/** Returns the latest view logs, oldest first. */
async function latestViewLogs(clients: Clients, token: string, viewingPass: string) {
  const request = { token, viewingPass, pageSize: VIEW_LOGS_MAX, skip: 0, latest: true };
  return (await clients.sharedViewLogs.listSharedReadings(request)).readings;
}

async function mostClicked(clients: Clients, token: string, viewingPass: string) {
  return (await clients.sharedClicks.listSharedLinks({ token, viewingPass })).links;
}

const SCREENSHOTS_MAX = 50;

/** Returns the newest screenshots, with their image paths. */
async function newestScreenshots({ clients, apiPath }: SurfaceContext, token: string, viewingPass: string) {
  const request = { token, viewingPass, pageSize: SCREENSHOTS_MAX, skip: 0 };
  const { screenshots } = await clients.sharedScreenshots.listSharedScreenshots(request);
  const below = `${apiPath}/public/shares/${token}/screenshots`;
  return screenshots.map((screenshot) => ({ ...screenshot, imageUrl: `${below}/${screenshot.screenshotId}` }));
}
