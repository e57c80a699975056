import type { Tx } from '@svc/chassis/postgres/transaction';
import { type ClickBatch, eventIdsOf } from '../click-batch.js';

/** The shared part of events that differ only in id, time and visitor. */
export interface EventTraits {
  readonly linkId: string;
  readonly weight: number;
  readonly referrerHost: string;
  readonly country: string;
  readonly device: string;
  readonly browser: string;
  readonly exclusion: string;
}

/** A count of requests with the same key in the roll-up. */
export interface EventCount extends Omit<EventTraits, 'weight' | 'browser'> {
  /** Beginning of the quarter of an hour, in milliseconds since the epoch. */
  readonly quarter: number;
  requests: number;
  /** Time of the newest event, in milliseconds since the epoch. */
  newest: number;
}

/** A visitor of a link on a UTC day, represented by their first event. */
interface CountedVisitor {
  readonly hash: string;
  /** Index of that event in `counts`. */
  readonly countOf: number;
}

/** Events prepared to be stored and counted by one statement: a few columns for each, and shared values once. */
export interface CountedEvents {
  readonly ids: readonly string[];
  /** Milliseconds since the epoch. */
  readonly times: readonly number[];
  /** Indexes into `traits`. */
  readonly traitsOf: readonly number[];
  /** '' when the visitor is unknown. */
  readonly visitorHashes: readonly string[];
  readonly traits: readonly EventTraits[];
  readonly counts: readonly EventCount[];
  readonly visitors: readonly CountedVisitor[];
}

/** Disables generic plans for the transaction: with one, the joins take anything from milliseconds to minutes. */
export async function planForValues(tx: Tx): Promise<void> {
  await tx.query(`select set_config('plan_cache_mode', 'force_custom_plan', true)`);
}

/**
 * Stores events and counts them, skipping those of deleted links. Fails with a unique violation when one of them was stored before: checking that
 * first would cost as much as storing them. Locks rows in the order of their keys, so that transactions for the same links wait for each other
 * instead of deadlocking.
 */
export async function insertClicks(tx: Tx, { traits, counts, visitors, ...events }: CountedEvents): Promise<void> {
  await tx.query(
    `with linked as materialized (
       select l.id from shortener.links l where l.id = any ($1::uuid[])
     ), counted as materialized (
       select c.*
         from unnest($14::uuid[], $15::bigint[], $16::text[], $17::text[], $18::text[], $19::text[], $20::bigint[], $21::bigint[])
              with ordinality
              as c (link_id, quarter, exclusion, referrer_host, country, device, requests, newest, place)
        where (c.link_id in (select id from linked)) is true
     ), stored as (
       insert into shortener.clicks
              (id, occurred_at, link_id, weight, referrer_host, country, device, browser, exclusion, visitor_hash)
       select e.id, to_timestamp(e.time / 1000::float8), t.link_id, t.weight, t.referrer_host, t.country, t.device, t.browser,
              t.exclusion, uuid_send(e.visitor)
         from unnest($2::uuid[], $3::bigint[], $4::integer[], $5::uuid[]) as e (id, time, traits, visitor)
         join unnest($6::uuid[], $7::integer[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[]) with ordinality
              as t (link_id, weight, referrer_host, country, device, browser, exclusion, place) on t.place = e.traits
        where (t.link_id in (select id from linked)) is true
        order by t.link_id, e.time, e.id
     ), visitor as materialized (
       select v.count, (to_timestamp(c.quarter / 1000::float8) at time zone 'UTC')::date as day,
              uuid_hash_extended(c.link_id, uuid_hash_extended(v.hash, 0)) as visitor
         from unnest($13::uuid[], $22::integer[]) as v (hash, count)
         join counted c on c.place = v.count
     ), seen as (
       insert into shortener.daily_visitors as d (day, visitor)
       select v.day, v.visitor from visitor v order by v.day, v.visitor
           on conflict do nothing
    returning d.day, d.visitor
     ), first_seen as materialized (
       select v.count, count(*) as visitors from visitor v
        where ((v.day, v.visitor) in (select day, visitor from seen)) is true
        group by v.count
     ), rolled_up as (
       insert into shortener.click_quarter_hour as q
              (link_id, quarter, exclusion, referrer_host, country, device, clicks, unique_visitors)
       select c.link_id, to_timestamp(c.quarter / 1000::float8), c.exclusion, c.referrer_host, c.country, c.device, c.requests,
              coalesce(f.visitors, 0)
         from counted c
         left join first_seen f on f.count = c.place
        order by c.link_id, c.quarter, c.exclusion, c.referrer_host, c.country, c.device
           on conflict (link_id, quarter, exclusion, referrer_host, country, device) do update
          set clicks = q.clicks + excluded.clicks, unique_visitors = q.unique_visitors + excluded.unique_visitors
     )
     insert into shortener.link_totals as t (link_id, clicks, bots, last_click_at)
     select c.link_id, coalesce(sum(c.requests) filter (where c.exclusion = ''), 0),
            coalesce(sum(c.requests) filter (where c.exclusion = 'bot'), 0),
            to_timestamp(max(c.newest) filter (where c.exclusion = '') / 1000::float8)
       from counted c
      group by c.link_id
      order by c.link_id
         on conflict (link_id) do update
        set clicks = t.clicks + excluded.clicks, bots = t.bots + excluded.bots,
            last_click_at = greatest(t.last_click_at, excluded.last_click_at)`,
    [
      arrayOf([...new Set(traits.map(({ linkId }) => linkId))]),
      arrayOf(events.ids),
      arrayOf(events.times),
      arrayOf(events.traitsOf.map((place) => place + 1)),
      arrayOf(events.visitorHashes.map((hash) => hash || 'null')),
      arrayOf(traits.map(({ linkId }) => linkId)),
      arrayOf(traits.map(({ weight }) => weight)),
      arrayOf(traits.map(({ referrerHost }) => quoted(referrerHost))),
      arrayOf(traits.map(({ country }) => quoted(country))),
      arrayOf(traits.map(({ device }) => device)),
      arrayOf(traits.map(({ browser }) => quoted(browser))),
      arrayOf(traits.map(({ exclusion }) => quoted(exclusion))),
      arrayOf(visitors.map(({ hash }) => hash)),
      arrayOf(counts.map(({ linkId }) => linkId)),
      arrayOf(counts.map(({ quarter }) => quarter)),
      arrayOf(counts.map(({ exclusion }) => quoted(exclusion))),
      arrayOf(counts.map(({ referrerHost }) => quoted(referrerHost))),
      arrayOf(counts.map(({ country }) => quoted(country))),
      arrayOf(counts.map(({ device }) => device)),
      arrayOf(counts.map(({ requests }) => requests)),
      arrayOf(counts.map(({ newest }) => newest)),
      arrayOf(visitors.map(({ countOf }) => countOf + 1)),
    ],
  );
}

/** Ids of the events that are already stored. */
export async function listStoredIds(tx: Tx, batches: readonly ClickBatch[]): Promise<Set<string>> {
  const { rows } = await tx.query<{ id: string }>(
    `select c.id
       from unnest($1::uuid[], $2::uuid[], $3::bigint[]) as e (link_id, id, time)
       join shortener.clicks c on c.link_id = e.link_id and c.occurred_at = to_timestamp(e.time / 1000::float8) and c.id = e.id`,
    [
      arrayOf(batches.flatMap(({ linkIds }) => linkIds)),
      arrayOf(batches.flatMap(eventIdsOf)),
      arrayOf(batches.flatMap(({ times }) => times)),
    ],
  );
  return new Set(rows.map(({ id }) => id));
}

/** A Postgres array literal; the driver checks each element for quoting, which would cost more than everything else. */
function arrayOf(elements: readonly (string | number)[]): string {
  return `{${elements.join(',')}}`;
}

/** A quoted array element, for arbitrary text. */
function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}
