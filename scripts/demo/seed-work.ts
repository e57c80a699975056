/** Tasks, templates, a short link with clicks and a shared page of the sample data. */
import type { InputOf } from '@svc/operations/registry/define-operation';
import type { OperationTypes } from '@svc/operations/registry/registry';
import { type Call, dateAgo } from './demo-api.ts';

type Ids = ReadonlyMap<string, string>;

interface DemoTask extends Pick<InputOf<OperationTypes['tasks.create']>, 'title' | 'priority' | 'status'> {
  readonly deal: string;
  readonly dueInDays: number;
}

const NORTHWIND = 'Spring launch, Northwind Coffee';

const TASKS: readonly DemoTask[] = [
  {
    title: 'Ask Kiteline about the open invoice',
    priority: 'high',
    deal: 'Autumn routes, Kiteline Airlines',
    dueInDays: -1,
  },
  { title: 'Agree on the second video', deal: 'Budget app, Pennywise', dueInDays: 0 },
  { title: 'Send the contract', priority: 'high', deal: 'Winter coats, Nordlys', dueInDays: 2 },
  { title: 'Approve the draft of the reel', status: 'in_progress', deal: 'Studio lights, Lumen & Co', dueInDays: 4 },
  { title: 'Send the final report', status: 'done', deal: 'Meal kits, Basil & Bone', dueInDays: -40 },
];

const DEAL_TEMPLATE = {
  name: 'One video on YouTube',
  platform: 'YouTube',
  deliverables: 'One video of at least eight minutes, the code in the first line of the description',
  viewsTarget: 100_000,
  timelineDays: 30,
  price: 2_000,
} as const;

const SHORT_LINK = {
  url: 'https://northwind.example.com/spring?utm_source=creator',
  title: 'Spring launch',
  campaign: 'spring',
  tags: ['coffee'],
};

/** Visitors of the short link. */
const VISITORS = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0',
];
const REFERRERS = ['https://www.youtube.com/', 'https://www.facebook.com/', ''];

/** Fields visible to the sponsor. */
const SHARED_FIELDS = [
  'name',
  'brand',
  'promoCode',
  'viewsTarget',
  'totalViews',
  'postDate',
  'videos',
  'readings',
  'screenshots',
  'linkClicks',
];

/** Adds what is missing, and returns the id of the short link. */
export async function seedWork(call: Call, deals: Ids): Promise<{ readonly shortLinkId: string }> {
  await seedTasks(call, deals);
  await seedTemplate(call);
  await seedSharedPage(call, deals);
  return { shortLinkId: await seedShortLink(call, deals) };
}

async function seedTasks(call: Call, deals: Ids): Promise<void> {
  const known = await call<'tasks.list'>('GET', '/api/tasks?limit=200');
  for (const { deal, dueInDays, ...task } of TASKS) {
    if (known.items.some(({ title }) => title === task.title)) continue;
    const dealId = deals.get(deal) ?? null;
    await call<'tasks.create'>('POST', '/api/tasks', { ...task, dealId, dueDate: dateAgo(-dueInDays) });
  }
}

async function seedTemplate(call: Call): Promise<void> {
  const known = await call<'templates.deal.list'>('GET', '/api/templates/deal?limit=200');
  if (known.items.some(({ name }) => name === DEAL_TEMPLATE.name)) return;
  await call<'templates.deal.create'>('POST', '/api/templates/deal', DEAL_TEMPLATE);
}

async function seedSharedPage(call: Call, deals: Ids): Promise<void> {
  const known = await call<'external_shares.list'>('GET', '/api/shares/external?limit=1');
  const entityId = deals.get(NORTHWIND);
  if (known.total > 0 || entityId === undefined) return;
  await call<'external_shares.create'>('POST', '/api/shares/external', {
    entityType: 'deal',
    entityId,
    visibleFields: SHARED_FIELDS,
  });
}

async function seedShortLink(call: Call, deals: Ids): Promise<string> {
  const known = await call<'short_links.list'>('GET', '/api/shorten?limit=200');
  const found = known.items.find(({ title }) => title === SHORT_LINK.title);
  if (found) return found.id;
  const dealId = deals.get(NORTHWIND);
  const link = await call<'short_links.create'>('POST', '/api/shorten', {
    ...SHORT_LINK,
    ...(dealId !== undefined && { dealId }),
  });
  await Promise.all(
    VISITORS.flatMap((userAgent) =>
      REFERRERS.map((referer) => visit(link.shortUrl, { 'user-agent': userAgent, referer })),
    ),
  );
  return link.id;
}

async function visit(url: string, headers: Readonly<Record<string, string>>): Promise<void> {
  const response = await fetch(url, { redirect: 'manual', headers });
  await response.body?.cancel();
}
