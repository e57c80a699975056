import type { Tx } from '@svc/chassis/postgres/transaction';
import { eventIdsOf, type ClickBatch } from './click-batch.js';

/**
 * Stores events and counts those that were not there before; events of links that are gone are left out. One statement, so that an
 * event that arrives twice is counted once whoever brings it. All rows are touched in the order of their keys: two
 * transactions that bring the same links wait for each other instead of deadlocking.
 *
 * The subqueries after `in` stand where they cannot become joins (`is true`, an aggregate's filter): each is hashed. As joins
 * between rows whose number the planner does not know they became nested loops, which take seconds.
 */
export async function insertClicks(tx: Tx, batches: readonly ClickBatch[]): Promise<void> {
  await tx.query(
    `with linked as (
       select l.id
         from shortener.links l
        where l.id = any ($3::uuid[])
        order by l.id
          for key share
     ), inserted as (
       insert into shortener.clicks as c
              (id, occurred_at, link_id, weight, referrer_host, country, device, browser, exclusion, visitor_hash)
       select e.id, to_timestamp(e.time / 1000.0), e.link_id, e.weight, e.referrer_host, e.country, e.device, e.browser,
              e.exclusion, decode(nullif(e.visitor_hash, ''), 'hex')
         from unnest($1::uuid[], $2::bigint[], $3::uuid[], $4::integer[], $5::text[], $6::text[], $7::text[], $8::text[],
                     $9::text[], $10::text[])
              as e (id, time, link_id, weight, referrer_host, country, device, browser, exclusion, visitor_hash)
        where (e.link_id in (select id from linked)) is true
        order by e.time, e.id
           on conflict do nothing
    returning c.id, c.occurred_at, c.link_id, c.weight, c.referrer_host, c.country, c.device, c.exclusion, c.visitor_hash
     ), event as (
       select i.*,
              date_bin('15 minutes', i.occurred_at, 'epoch') as quarter,
              (i.occurred_at at time zone 'UTC')::date as day
         from inserted i
     ), visitor as (
       insert into shortener.click_visitors as v (day, link_id, visitor_hash)
       select distinct e.day, e.link_id, e.visitor_hash
         from event e
        where e.visitor_hash is not null
        order by e.day, e.link_id, e.visitor_hash
           on conflict do nothing
    returning v.day, v.link_id, v.visitor_hash
     ), ranked as (
       select e.*, row_number() over (partition by e.day, e.link_id, e.visitor_hash order by e.occurred_at, e.id) as visit
         from event e
     ), rolled_up as (
       insert into shortener.click_quarter_hour as q
              (link_id, quarter, exclusion, referrer_host, country, device, clicks, unique_visitors)
       select r.link_id, r.quarter, r.exclusion, r.referrer_host, r.country, r.device, sum(r.weight),
              count(*) filter (
                where r.visit = 1 and (r.day, r.link_id, r.visitor_hash) in (select day, link_id, visitor_hash from visitor))
         from ranked r
        group by r.link_id, r.quarter, r.exclusion, r.referrer_host, r.country, r.device
        order by r.link_id, r.quarter, r.exclusion, r.referrer_host, r.country, r.device
           on conflict (link_id, quarter, exclusion, referrer_host, country, device) do update
          set clicks = q.clicks + excluded.clicks, unique_visitors = q.unique_visitors + excluded.unique_visitors
     )
     insert into shortener.link_totals as t (link_id, clicks, bots, last_click_at)
     select i.link_id,
            coalesce(sum(i.weight) filter (where i.exclusion = ''), 0),
            coalesce(sum(i.weight) filter (where i.exclusion = 'bot'), 0),
            max(i.occurred_at) filter (where i.exclusion = '')
       from inserted i
      group by i.link_id
      order by i.link_id
         on conflict (link_id) do update
        set clicks = t.clicks + excluded.clicks, bots = t.bots + excluded.bots,
            last_click_at = greatest(t.last_click_at, excluded.last_click_at)`,
    [
      batches.flatMap(eventIdsOf),
      batches.flatMap(({ times }) => times),
      batches.flatMap(({ linkIds }) => linkIds),
      batches.flatMap(({ weights }) => weights),
      batches.flatMap(({ referrerHosts }) => referrerHosts),
      batches.flatMap(({ countries }) => countries),
      batches.flatMap(({ devices }) => devices),
      batches.flatMap(({ browsers }) => browsers),
      batches.flatMap(({ exclusions }) => exclusions),
      batches.flatMap(({ visitorHashes }) => visitorHashes),
    ],
  );
}
