import { Id, rangeInput } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';

const Clicks = z.object({ clicks: z.int() });

const ShortLinkStats = z
  .object({
    clicks: z.int(),
    uniqueVisitors: z.int().describe('Each visitor is counted once a day.'),
    bots: z.int().describe('Requests by bots, which do not count as clicks.'),
    heads: z.int().describe('HEAD requests, which do not count as clicks.'),
    prefetches: z.int().describe('Prefetches, which do not count as clicks.'),
    byDay: z.array(Clicks.extend({ day: z.string(), uniqueVisitors: z.int() })).optional(),
    byHour: z
      .array(Clicks.extend({ hour: z.string().describe('Start of the hour, in UTC.'), uniqueVisitors: z.int() }))
      .optional(),
    byReferrer: z.array(Clicks.extend({ referrer: z.string().nullable() })),
    byCountry: z.array(Clicks.extend({ country: z.string().nullable() })),
    byDevice: z.array(Clicks.extend({ device: z.string() })),
  })
  .meta({ id: 'ShortLinkStats' });

export const getShortLinkStats = defineOperation({
  name: 'short_links.stats',
  summary: 'Get the clicks of a short link',
  description:
    'Returns clicks in total and by day, hour, country, device and referrer. Use it to report how a link performs. Days and hours are in your time zone. Covers all time without from and to.',
  tier: 0,
  scope: 'svc.read',
  holdsForeignText: ['referrer'],
  http: { method: 'GET', path: '/shorten/:linkId/stats', errorCodes: 'lower_case' },
  input: z.strictObject({
    linkId: Id,
    ...rangeInput,
    interval: z.enum(['hour', 'day']).default('day'),
  }),
  output: ShortLinkStats,
  run: async (input, { clients }) => {
    const { buckets, referrers, countries, devices, ...counts } = await clients.shortLinks.getShortLinkStats(input);
    const byInterval =
      input.interval === 'hour'
        ? { byHour: buckets.map(({ start, ...bucket }) => ({ hour: start, ...bucket })) }
        : { byDay: buckets.map(({ start, ...bucket }) => ({ day: start, ...bucket })) };
    return {
      ...counts,
      ...byInterval,
      byReferrer: referrers.map(({ name, clicks }) => ({ referrer: name || null, clicks })),
      byCountry: countries.map(({ name, clicks }) => ({ country: name || null, clicks })),
      byDevice: devices.map(({ name, clicks }) => ({ device: name, clicks })),
    };
  },
});
