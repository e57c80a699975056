import type { Db } from '@svc/chassis/postgres/pool';
import { LRUCache } from 'lru-cache';
import { dayOf } from '../utc-day.js';
import { listCountedReferrers } from './referrer-repo.js';
import { SeenLinkDays } from './seen-link-days.js';

/** Maximum hosts counted by name per link and day, because referrers can be forged and counts are kept. */
const REFERRERS_MAX = 100;
/** The name under which others are counted. */
const OTHER_REFERRERS = 'other';
/** Number of hosts from which to check the counts of other processes. */
const ASKED_FROM = 10;
const LINK_DAYS_MAX = 5_000;

/** A host that led to a link on a UTC day; '' when unknown. */
export interface Referral {
  readonly linkId: string;
  readonly dayNumber: number;
  readonly host: string;
}

/** The name under which a referrer is counted. */
export type NameReferral = (referral: Referral) => string;

interface Known {
  readonly linkId: string;
  readonly dayNumber: number;
  readonly hosts: Set<string>;
  /** Whether this process may have forgotten hosts that it counted. */
  readonly wasSeen: boolean;
  /** Number of hosts at the last check; null before the first. */
  askedAt: number | null;
}

/**
 * Decides which referrers of a link are counted by name on a UTC day: the first hundred. Each process decides on its own, but checks the stored
 * counts before it counts a second unknown host. So only the first host of a link and day, and hosts that several processes count at the same time,
 * may exceed the hundred.
 */
export class ReferrerLimit {
  readonly #known = new LRUCache<string, Known>({ max: LINK_DAYS_MAX });
  readonly #seen = new SeenLinkDays();

  /** Loads the counted hosts needed for these referrals, and returns a function that names them. */
  async prepare(db: Db, referrals: Iterable<Referral>): Promise<NameReferral> {
    const batch = new Map<string, Known>();
    const asked = this.#gather(referrals, batch);
    if (asked.size > 0) await refresh(db, [...asked]);
    return (referral) => nameOf(referral, batch);
  }

  /** Collects the known hosts of each link and day, and returns the links and days that must be refreshed. */
  #gather(referrals: Iterable<Referral>, batch: Map<string, Known>): Set<Known> {
    const asked = new Set<Known>();
    const firstHosts = new Map<Known, string>();
    for (const { linkId, dayNumber, host } of referrals) {
      if (host === '') continue;
      const key = keyOf(linkId, dayNumber);
      let known = batch.get(key);
      if (!known) batch.set(key, (known = this.#knownOf(key, linkId, dayNumber)));
      const { hosts, askedAt, wasSeen } = known;
      if (hosts.has(host) || hosts.size >= REFERRERS_MAX) continue;
      if (askedAt !== null) {
        if (hosts.size >= ASKED_FROM && hosts.size > askedAt) asked.add(known);
        continue;
      }
      const isFirst = !wasSeen && hosts.size === 0 && (firstHosts.get(known) ?? host) === host;
      if (isFirst) firstHosts.set(known, host);
      else asked.add(known);
    }
    return asked;
  }

  #knownOf(key: string, linkId: string, dayNumber: number): Known {
    const found = this.#known.get(key);
    if (found) return found;
    const wasSeen = this.#seen.add(linkId, dayNumber);
    const known = { linkId, dayNumber, hosts: new Set<string>(), wasSeen, askedAt: null };
    this.#known.set(key, known);
    return known;
  }
}

async function refresh(db: Db, asked: readonly Known[]): Promise<void> {
  const linkDays = asked.map(({ linkId, dayNumber }) => ({ linkId, day: dayOf(dayNumber) }));
  const rows = await listCountedReferrers(db, linkDays, REFERRERS_MAX);
  const byLinkDay = new Map(asked.map((known) => [`${known.linkId} ${dayOf(known.dayNumber)}`, known]));
  for (const { linkId, day, referrerHost } of rows) byLinkDay.get(`${linkId} ${day}`)?.hosts.add(referrerHost);
  for (const known of asked) known.askedAt = known.hosts.size;
}

function nameOf({ linkId, dayNumber, host }: Referral, batch: ReadonlyMap<string, Known>): string {
  const hosts = batch.get(keyOf(linkId, dayNumber))?.hosts;
  if (!hosts || hosts.has(host)) return host;
  if (hosts.size >= REFERRERS_MAX) return OTHER_REFERRERS;
  hosts.add(host);
  return host;
}

function keyOf(linkId: string, dayNumber: number): string {
  return `${linkId}${dayNumber}`;
}
