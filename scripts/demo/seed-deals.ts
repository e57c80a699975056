/** Contacts, influencers and deals of the sample data, with their records. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InputOf } from '@svc/operations/registry/define-operation';
import type { OperationTypes } from '@svc/operations/registry/registry';
import { ROOT } from '../stack/paths.ts';
import { type Call, dateAgo, daysAgo, keepPicture } from './demo-api.ts';
import { DEALS, type DemoDeal, type DemoVideo } from './demo-deals.ts';

const PICTURES = join(ROOT, 'scripts/demo/pictures');

type NewContact = InputOf<OperationTypes['contacts.create']>;

/** A contact of both team members, so that each sees the other as a mutual owner. */
export const MAYA: NewContact = {
  name: 'Maya Lindqvist',
  email: 'maya@northwind.example',
  company: 'Northwind Coffee',
  tags: ['coffee'],
};

const CONTACTS: readonly NewContact[] = [
  MAYA,
  {
    name: 'Jonas Berg',
    email: 'jonas@fjell.example',
    company: 'Fjell Running',
    phone: '+47 22 12 34 56',
    tags: ['sport'],
  },
  { name: 'Aisha Rahman', email: 'aisha@brightside.example', company: 'Brightside Agency', tags: ['agency'] },
  { name: 'Samir Haddad', email: 'samir@kiteline.example', company: 'Kiteline Airlines', tags: ['travel'] },
  { name: 'Chiara Romano', email: 'chiara@romano.example', company: 'Romano PR', tags: ['agency'] },
];

const INFLUENCERS: readonly NewContact[] = [
  {
    name: 'Far and Fast',
    handles: [
      { platform: 'youtube', handle: 'farandfast', url: 'https://www.youtube.com/@farandfast' },
      { platform: 'tiktok', handle: 'farandfast', url: 'https://www.tiktok.com/@farandfast' },
    ],
    tags: ['travel', 'tech'],
  },
  { name: 'Trail Tove', handles: [{ platform: 'instagram', handle: 'trailtove' }], tags: ['sport'] },
  { name: 'Nora cooks', handles: [{ platform: 'youtube', handle: 'noracooks' }], tags: ['food'] },
];

/** Adds what is missing. Returns the ids of the deals by name, in the order of `DEALS`. */
export async function seedDeals(call: Call): Promise<ReadonlyMap<string, string>> {
  const people = {
    contacts: await seedPeople('contacts', CONTACTS, call),
    influencers: await seedPeople('influencers', INFLUENCERS, call),
  };
  const known = await call<'deals.list'>('GET', '/api/deals?limit=200');
  const ids = new Map<string, string>();
  for (const deal of DEALS) {
    const found = known.items.find(({ name }) => name === deal.name);
    const id = found?.id ?? (await createDeal(deal, people, call));
    ids.set(deal.name, id);
    await seedVideos(id, deal, call);
    await seedPayments(id, deal, call);
    if (deal.status === 'completed' && found?.status !== 'completed')
      await call<'deals.update'>('PATCH', `/api/deals/${id}`, { status: 'completed' });
  }
  return ids;
}

type Ids = ReadonlyMap<string, string>;

async function seedPeople(family: 'contacts' | 'influencers', people: readonly NewContact[], call: Call): Promise<Ids> {
  const known = await call<'contacts.list'>('GET', `/api/${family}?limit=200`);
  const ids = new Map(known.items.map(({ name, id }) => [name, id]));
  for (const person of people) {
    if (ids.has(person.name)) continue;
    const { id } = await call<'contacts.create'>('POST', `/api/${family}`, person);
    ids.set(person.name, id);
  }
  return ids;
}

async function createDeal(
  { contact, influencer, tags, viewCheckDays, videos, payments: _payments, postedDaysAgo, status, ...terms }: DemoDeal,
  people: { readonly contacts: Ids; readonly influencers: Ids },
  call: Call,
): Promise<string> {
  const { id } = await call<'deals.create'>('POST', '/api/deals', {
    ...terms,
    tags: [...tags],
    contactId: people.contacts.get(contact) ?? null,
    contactName: contact,
    influencerId: (influencer !== undefined && people.influencers.get(influencer)) || null,
    ...(viewCheckDays && { viewCheckDays: [...viewCheckDays] }),
    ...(videos.length > 0 && { postDate: dateAgo(postedDaysAgo) }),
    status: status === 'draft' ? 'draft' : 'active',
  });
  return id;
}

async function seedVideos(dealId: string, { videos, postedDaysAgo }: DemoDeal, call: Call): Promise<void> {
  const path = `/api/deals/${dealId}/videos`;
  const known = await call<'deals.list_videos'>('GET', `${path}?limit=200`);
  const logs = await call<'deals.list_deal_view_logs'>('GET', `/api/deals/${dealId}/views?limit=200`);
  for (const video of videos) {
    const { url, title } = video;
    const found = known.items.find((each) => each.title === title || each.url === url);
    const added =
      found ?? (await call<'deals.add_video'>('POST', path, { url, title, postDate: dateAgo(postedDaysAgo) }));
    const isCounted = logs.items.some(({ videoId }) => videoId === added.id);
    if (!isCounted) await seedViewLogs({ dealId, videoId: added.id, postedDaysAgo }, video, call);
  }
}

interface Posted {
  readonly dealId: string;
  readonly videoId: string;
  readonly postedDaysAgo: number;
}

async function seedViewLogs(
  { dealId, videoId, postedDaysAgo }: Posted,
  { url, viewLogs, proof }: DemoVideo,
  call: Call,
): Promise<void> {
  for (const [days, value] of viewLogs) {
    const checkedAt = daysAgo(postedDaysAgo - days);
    const isProven = proof !== undefined && days === viewLogs.at(-1)?.[0];
    const screenshotId =
      isProven && (await keepPicture(call, readFileSync(join(PICTURES, proof)), { dealId, videoId, sourceUrl: url }));
    await call<'deals.add_view_log'>('POST', `/api/deals/${dealId}/views`, {
      videoId,
      value,
      checkedAt,
      ...(screenshotId && { screenshotId }),
    });
  }
}

async function seedPayments(dealId: string, { payments }: DemoDeal, call: Call): Promise<void> {
  if (payments.length === 0) return;
  const path = `/api/deals/${dealId}/payments`;
  const known = await call<'payments.list'>('GET', `${path}?limit=200`);
  for (const { dueInDays, ...payment } of payments) {
    if (known.items.some(({ reference }) => reference === payment.reference)) continue;
    const paidAt = payment.status === 'paid' ? { paidAt: daysAgo(1 - dueInDays) } : {};
    await call<'payments.create'>('POST', path, { ...payment, dueDate: dateAgo(-dueInDays), ...paidAt });
  }
}
