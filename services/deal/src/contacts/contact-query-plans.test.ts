import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sortedPageOf } from '@svc/chassis/postgres/lists/sorted-list';
import { planOf } from '@svc/chassis/testing/query-plan';
import { v7 as newId } from 'uuid';
import { type DealTestService, startDeal } from '../testing/deal-service.js';
import { userIn } from '../testing/records.js';
import { CONTACT_LIST, listContacts } from './contact-list-repo.js';
import { findContact } from './contact-repo.js';

let service: DealTestService;
const teamId = newId();
const user = userIn({ [teamId]: 'member' });

/**
 * 30 owners with 1 500 contacts each; 20 of them, including the user, share all with the team. One in ten contacts has an email address that all
 * owners have; each phone number and handle belongs to one contact.
 */
beforeAll(async () => {
  service = await startDeal();
  const { pool } = service;
  await pool.query(
    `insert into deal.contacts (id, owner_id, kind, name, email, notes, currency, created_at)
     select gen_random_uuid(), case owner when 0 then $1::uuid else md5(owner::text)::uuid end, 'contact',
            'Name ' || md5((owner * 1500 + n)::text),
            case when n % 10 = 0 then 'n' || n || '@example.org' else 'n' || owner || '.' || n || '@example.org' end,
            'note ' || n, 'USD', now() - n * interval '1 minute'
       from generate_series(0, 29) as owner, generate_series(1, 1500) as n`,
    [user.userId],
  );
  await pool.query(
    `insert into deal.contact_match_keys (contact_id, owner_id, kind, key)
     select id, owner_id, kind, unnest(array['email:' || email, 'phone:+' || id, 'handle:x:' || id]) from deal.contacts`,
  );
  await pool.query(
    `insert into deal.contact_team_shares (id, contact_id, team_id, shared_by)
     select gen_random_uuid(), id, $1, owner_id
       from deal.contacts
      where owner_id = $2 or owner_id in (select md5(n::text)::uuid from generate_series(1, 19) as n)`,
    [teamId, user.userId],
  );
  await pool.query(`vacuum analyze deal.contacts, deal.contact_match_keys, deal.contact_team_shares`);
});

afterAll(() => service?.stop());

const PAGE = sortedPageOf(CONTACT_LIST, { pageSize: 50, skip: 0 }, null);

test('mutual contacts are found through the index of match keys', async () => {
  const filter = { kind: 'contact', visibility: 'mutual', query: null } as const;

  const plan = await planOf(service.pool, (db) => listContacts(db, user, filter, PAGE));

  expect(plan).toContain('contact_match_keys_of_');
  expect(plan).not.toMatch(/Seq Scan on contact_match_keys/);
});

test('one contact and one’s own list are read without scanning a table', async () => {
  const filter = { kind: 'contact', visibility: 'mine', query: null } as const;

  const plan = await planOf(service.pool, async (db) => {
    await findContact(db, user, 'contact', newId());
    await listContacts(db, user, filter, PAGE);
  });

  expect(plan).toContain('contacts_newest');
  expect(plan).not.toMatch(/Seq Scan on contact/);
});
