import { CalendarDate, Id } from '@svc/chassis/schemas/scalars';
import { addDays } from '@svc/chassis/time/calendar';
import type { GetOverviewResponse } from '@svc/proto/deal/v1/overview_service';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Scope } from '../schemas/scalars.js';

const PeriodMoney = z.array(
  z.object({
    currency: z.string(),
    due: z.number().describe('Incoming payments, expected or invoiced, by their due date.'),
    paid: z.number().describe('Incoming payments, by the day they were paid.'),
    outgoingDue: z.number().describe('Outgoing payments, expected or invoiced, by their due date.'),
    outgoingPaid: z.number().describe('Outgoing payments, by the day they were paid.'),
  }),
);

const BrandSums = z.object({
  deals: z.int(),
  viewsGained: z.int(),
  money: PeriodMoney.describe('Payments of the period, by currency.'),
});

const Overview = z
  .object({
    scope: Scope.describe('The requested scope.'),
    from: CalendarDate.describe('The Monday of the first week.'),
    to: CalendarDate.describe('The Sunday of the last week.'),
    weeks: z
      .array(
        z.object({
          from: CalendarDate.describe('The Monday it starts on.'),
          viewsGained: z
            .int()
            .describe(
              'Increase of the newest view counts over the week; negative where counts were corrected downward.',
            ),
          money: PeriodMoney.describe('Payments of the week, by currency.'),
        }),
      )
      .describe('Every week of the period, oldest first.'),
    brands: z
      .array(BrandSums.extend({ brand: z.string().nullable().describe('Null for deals without a brand.') }))
      .describe('The ten brands that gained the most views, most first.'),
    others: BrandSums.extend({ brands: z.int() }).nullable().describe('All other brands together.'),
    atRisk: z.object({
      count: z.int().describe('Deals with at least one reason.'),
      behindTarget: z.int().describe('Active deals behind a steady pace to their target, as `pace` of a deal says.'),
      overdueChecks: z.int().describe('Deals with a view check that was due before today.'),
      unpaid: z.int().describe('Deals with an overdue incoming payment, and completed deals with an open one.'),
      deals: z
        .array(
          z.object({
            dealId: Id,
            name: z.string(),
            reasons: z.array(z.enum(['behindTarget', 'overdueChecks', 'unpaid'])),
          }),
        )
        .describe('The ten deals with the most reasons.'),
    }),
    upcoming: z
      .array(z.object({ date: CalendarDate, checks: z.int() }))
      .describe('Videos whose next check is due on each of the next 28 days, today first.'),
  })
  .meta({ id: 'Overview' });

export const getOverview = defineOperation({
  name: 'overview.get',
  family: 'deals',
  summary: 'Get views gained, money, brands, deals at risk and upcoming checks',
  description:
    'Returns views gained and payments by week and by brand, which deals need attention and why, and how many view checks are due on each of the next 28 days. Use it for "how is it going?"; deals.stats returns all-time totals, and deals.due_views the checks themselves. Weeks are whole weeks from Monday in your time zone. Currencies are never added together. With scope=mine-and-shared, includes deals shared with you, and their money where the owner has granted deal.amount.',
  tier: 0,
  scope: 'svc.read',
  holdsForeignText: ['brand', 'name'],
  http: { method: 'GET', path: '/overview' },
  input: z.strictObject({
    from: CalendarDate.optional().describe('A day in the first week; by default eleven weeks before the last one.'),
    to: CalendarDate.optional().describe('A day in the last week, at most 53 weeks in total; by default today.'),
    scope: Scope,
  }),
  output: Overview,
  run: async (input, { clients }) => {
    const { firstDay, weeks, dealIds, viewsGained } = await clients.viewLogs.getViewGains(input);
    const gained = { dealIds, viewsGained };
    const sums = await clients.overview.getOverview({
      scope: input.scope,
      firstDay,
      weekCount: weeks.length,
      ...gained,
    });
    return { scope: input.scope, ...toOverview(firstDay, weeks, sums) };
  },
});

function toOverview(firstDay: string, weeks: readonly number[], sums: GetOverviewResponse) {
  const money = new Map(sums.weeks.map((week) => [week.week, week.money]));
  const { others, brands, atRisk, upcoming } = sums;
  return {
    from: firstDay,
    to: addDays(firstDay, weeks.length * 7 - 1),
    weeks: weeks.map((gained, week) => ({
      from: addDays(firstDay, week * 7),
      viewsGained: gained,
      money: money.get(week) ?? [],
    })),
    brands: brands.map(({ dealCount, ...brand }) => ({ ...brand, deals: dealCount })),
    others: others?.sums ? { ...others.sums, deals: others.sums.dealCount, brands: others.brandCount } : null,
    atRisk,
    upcoming,
  };
}
