/** Checks that records shared with a team are found fast, and that an external share counts views correctly while many visitors open it. */
import type { Pool } from '@svc/chassis/postgres/pool';
import type { Stack } from '@svc/scripts/stack/stack';
import { type Bench, withStack } from './measuring/bench.ts';
import { insertUsers, type User, withDatabase } from './measuring/database.ts';
import { type LoadGenerator, startLoad } from './measuring/load.ts';
import { listPlans } from './measuring/plans.ts';
import { number, printGoals, printTable } from './measuring/report.ts';

const MEMBERS = 20;
const CONTACTS_OF_MEMBER = 5_000;
/** People whom the members know; most are known to several. */
const PEOPLE = 40_000;
const SEARCHED_CONTACTS = 100_000;
const COUNT = 200;
const WARM_UP_COUNT = 20;
const OPENINGS_PER_SECOND = 200;
const OPENING_SECONDS = 5;
const OPENING_WARM_UP_SECONDS = 2;

const ROUTES = {
  mutual: '/contacts?scope=mine-and-shared&visibility=mutual',
  search: '/contacts?q=person-77777%40',
} as const;

export async function benchSharing(bench: Bench): Promise<void> {
  await withStack(bench, (stack) => measure(bench, stack));
}

async function measure(bench: Bench, stack: Stack): Promise<void> {
  const { member, collector } = await withDatabase(bench, stack.databaseAdminUrl, seed);
  console.log(
    `\nsharing: a team of ${MEMBERS} members with ${CONTACTS_OF_MEMBER} shared contacts each; ` +
      `an owner of ${SEARCHED_CONTACTS} contacts; 500000 keys; ${COUNT} requests each, one at a time`,
  );
  const load = await startLoad(bench);
  const url = stack.gatewayUrl.replace('localhost', '127.0.0.1');
  const mutual = await run(load, url, ROUTES.mutual, member);
  const search = await run(load, url, ROUTES.search, collector);
  const plansOf = (path: string, user: User) =>
    listPlans(bench, stack.databaseAdminUrl, async () => void (await request(load, url, path, user, 8)));
  const plans = { mutual: await plansOf(ROUTES.mutual, member), search: await plansOf(ROUTES.search, collector) };
  await load.stop();
  const opened = await openShare(stack, member);

  printTable(
    ['', 'p50 ms', 'p99 ms'],
    [
      ['contacts, visibility=mutual', mutual.p50, mutual.p99],
      ['contacts, q=', search.p50, search.p99],
      [`opening a share, ${OPENINGS_PER_SECOND} per second`, opened.p50, opened.p99],
    ],
  );
  console.log(`  views counted: ${opened.counted} of ${opened.opened} openings`);
  for (const [name, ofRoute] of Object.entries(plans)) {
    const scans = ofRoute.flatMap((plan) => plan.scans);
    const indexes = new Set(ofRoute.flatMap((plan) => plan.indexes));
    console.log(`  ${name}: reads ${[...indexes].join(', ')}; whole big tables: ${scans.join('; ') || 'none'}`);
  }
  printGoals([
    { what: 'mutual, p99 ms', measured: mutual.p99, below: 150 },
    { what: 'search, p99 ms', measured: search.p99, below: 100 },
    { what: 'opening a share, p99 ms', measured: opened.p99, below: 50 },
    { what: 'openings counted but not answered, or the reverse', measured: opened.missed, below: 1 },
  ]);
}

async function seed(db: Pool): Promise<{ member: User; collector: User }> {
  const members = await insertUsers(db, MEMBERS);
  const [collector] = await insertUsers(db, 1);
  const [member] = members;
  if (!member || !collector) throw new Error('No user was added.');
  const userIds = members.map(({ userId }) => userId);
  const { rows } = await db.query<{ id: string }>(
    `with team as (insert into identity.teams (id, name) values (uuidv7(), 'Bench') returning id),
          joined as (insert into identity.memberships (team_id, user_id, role, status)
                     select team.id, u, 'member', 'active' from team, unnest($1::uuid[]) as u)
     select id from team`,
    [userIds],
  );
  await insertContacts(db, userIds, CONTACTS_OF_MEMBER, PEOPLE, ['email:', 'phone:+', 'handle:x:']);
  await db.query(
    `insert into deal.contact_team_shares (id, contact_id, team_id, shared_by)
     select uuidv7(), c.id, $1, c.owner_id from deal.contacts c where c.owner_id = any ($2::uuid[])`,
    [rows[0]?.id, userIds],
  );
  await insertContacts(db, [collector.userId], SEARCHED_CONTACTS, SEARCHED_CONTACTS, ['email:', 'phone:+']);
  for (const table of ['contacts', 'contact_match_keys', 'contact_team_shares'])
    await db.query(`vacuum analyze deal.${table}`);
  return { member, collector };
}

/**
 * Contacts of each owner, drawn from the same people in a different order, so that owners have some in common. Each
 * contact has a match key of each kind.
 */
async function insertContacts(
  db: Pool,
  ownerIds: readonly string[],
  each: number,
  people: number,
  kinds: readonly string[],
): Promise<void> {
  await db.query(
    `with added as (
       insert into deal.contacts (id, owner_id, kind, name, email, company, tags, currency)
       select uuidv7(), o.id, 'contact', 'Person ' || p.number, 'person-' || p.number || '@example.com',
              'Company ' || p.number % 100, '{bench}', 'USD'
         from unnest($1::uuid[]) with ordinality as o (id, position),
              lateral (select (n::bigint * (2 * o.position + 1) * 7919 + o.position) % $3::int as number
                         from generate_series(1, $2::int) as n) as p
    returning id, owner_id, kind, email
     )
     insert into deal.contact_match_keys (contact_id, owner_id, kind, key)
     select id, owner_id, kind, k || email from added, unnest($4::text[]) as k
         on conflict do nothing`,
    [ownerIds, each, people, kinds],
  );
}

async function run(load: LoadGenerator, url: string, path: string, user: User) {
  await request(load, url, path, user, WARM_UP_COUNT);
  return request(load, url, path, user, COUNT);
}

function request(load: LoadGenerator, url: string, path: string, { token }: User, count: number) {
  return load.run({ url, connections: 1, count, requests: [{ path: `/api${path}`, token }] });
}

async function call<Body>(url: string, { token }: User, body: object): Promise<Body> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await response.json()) as Body;
}

/** Opens one share at a steady rate, each time as a new visitor. */
async function openShare({ gatewayUrl }: Stack, user: User) {
  const deal = await call<{ id: string }>(`${gatewayUrl}/api/deals`, user, { name: 'Bench' });
  const share = await call<{ url: string }>(`${gatewayUrl}/api/shares/external`, user, {
    entityType: 'deal',
    entityId: deal.id,
  });
  const path = `/api/public/shares/${share.url.split('/').at(-1)}/open`;
  const times: number[] = [];
  const open = async (): Promise<void> => {
    const startedAt = performance.now();
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${gatewayUrl}${path}`, { method: 'POST', headers, body: '{}' });
    await response.arrayBuffer();
    if (response.status === 200) times.push(performance.now() - startedAt);
  };
  await openFor(OPENING_WARM_UP_SECONDS, open);
  const warmUps = times.splice(0).length;
  await openFor(OPENING_SECONDS, open);
  const headers = { authorization: `Bearer ${user.token}` };
  const list = await (await fetch(`${gatewayUrl}/api/shares/external`, { headers })).json();
  const [{ viewCount }] = (list as { items: [{ viewCount: number }] }).items;
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
  return {
    p50: at(0.5),
    p99: at(0.99),
    opened: number(warmUps + times.length),
    counted: number(viewCount),
    missed: Math.abs(viewCount - warmUps - times.length),
  };
}

/** Opens at a steady rate and waits for all answers. */
async function openFor(seconds: number, open: () => Promise<void>): Promise<void> {
  const openings: Promise<void>[] = [];
  const total = OPENINGS_PER_SECOND * seconds;
  const startedAt = performance.now();
  while (openings.length < total) {
    const due = Math.min(total, ((performance.now() - startedAt) / 1_000) * OPENINGS_PER_SECOND);
    while (openings.length < due) openings.push(open());
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await Promise.all(openings);
}
