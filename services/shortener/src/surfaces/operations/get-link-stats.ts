import { rangeInput } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { getClickStats } from '../../clicks/stats/get-click-stats.js';
import { linkNotFound } from '../../links/link-errors.js';
import { findLinkByShortId } from '../../links/link-repo.js';
import { timeZoneOf } from '../calls/host-call.js';
import { defineHostOperation } from '../calls/host-operation.js';
import { requireOwn } from './link-answers.js';
import { LinkStats, ShortId } from './link-schemas.js';

const input = z.strictObject({ shortId: ShortId, ...rangeInput });

export const getPublicLinkStats = defineHostOperation({
  name: 'get_public_link_stats',
  summary: 'Get the clicks of a link that a guest created',
  access: 'public',
  http: { method: 'GET', path: '/links/:shortId/stats/public' },
  input,
  output: LinkStats,
  run: async ({ shortId, ...range }, call, { pool, limits }) => {
    await limits.spendOnPublicRead(call);
    const link = await findLinkByShortId(pool, shortId);
    if (!link || link.ownerId !== null) throw linkNotFound();
    return toStats(await getClickStats(pool, link.id, readRange(range, 'UTC')));
  },
});

export const getLinkStats = defineHostOperation({
  name: 'get_link_stats',
  summary: 'Get the clicks of a link of this agent',
  description:
    "Returns clicks in total and by day. Use it to report how a link of yours does. Days begin in the user's time zone.",
  access: 'agent',
  scope: 'shortener.stats:read',
  http: { method: 'GET', path: '/links/:shortId/stats' },
  isTool: true,
  input,
  output: LinkStats,
  run: async ({ shortId, ...range }, call, { pool }) => {
    const { id } = requireOwn(await findLinkByShortId(pool, shortId), call);
    return toStats(await getClickStats(pool, id, readRange(range, timeZoneOf(call.caller))));
  },
});

function readRange({ from, to }: { from?: string | undefined; to?: string | undefined }, timeZone: string) {
  return { from: from ?? null, to: to ?? null, interval: 'day' as const, timeZone };
}

function toStats(stats: Awaited<ReturnType<typeof getClickStats>>) {
  const { clicks, uniqueVisitors, bots, buckets, referrers, countries, devices } = stats;
  return {
    clicks,
    uniqueVisitors,
    bots,
    byDay: buckets.map(({ start, ...counts }) => ({ day: start, ...counts })),
    byReferrer: referrers.map(({ name, ...counts }) => ({ referrer: name || null, ...counts })),
    byCountry: countries.map(({ name, ...counts }) => ({ country: name || null, ...counts })),
    byDevice: devices.map(({ name, ...counts }) => ({ device: name, ...counts })),
  };
}
