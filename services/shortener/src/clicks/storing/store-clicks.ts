import { sqlStateOf } from '@svc/chassis/postgres/database-errors';
import type { Pool } from '@svc/chassis/postgres/pool';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import { type ClickBatch, eventIdsOf } from '../click-batch.js';
import { measureClickDelay } from '../click-metrics.js';
import { dayNumberOf } from '../utc-day.js';
import {
  type CountedEvents,
  type EventCount,
  type EventTraits,
  insertClicks,
  listStoredIds,
  planForValues,
} from './click-repo.js';
import { type NameReferral, type Referral, ReferrerLimit } from './referrer-limit.js';

const UNIQUE_VIOLATION = '23505';
/** Maximum attempts when other processes store some of the same events at the same time. */
const ATTEMPTS_MAX = 5;

const QUARTER_HOUR_MS = 900_000;
const QUARTERS_A_DAY = 96;

/** Stores and counts events, each once even if sent repeatedly. When it throws `unavailable`, they may or may not be stored. */
export type StoreClicks = (batches: readonly ClickBatch[]) => Promise<void>;

/** Creates the store of a process, which remembers the referrers that it has counted. */
export function createClickStore(pool: Pool): StoreClicks {
  const referrers = new ReferrerLimit();

  const store = async (batches: readonly ClickBatch[], storedIds: ReadonlySet<string>): Promise<void> => {
    const counter = new EventCounter(batches, storedIds);
    if (counter.isEmpty) return;
    const counted = counter.count(await referrers.prepare(pool, counter.referrals()));
    await inTransaction(pool, async (tx) => {
      await planForValues(tx);
      await insertClicks(tx, counted);
    });
  };

  return async (received) => {
    const batches = [...new Map(received.map((batch) => [batch.id, batch])).values()];
    let storedIds: ReadonlySet<string> = new Set();
    for (let attempt = 1; ; attempt += 1) {
      try {
        await store(batches, storedIds);
        for (const { times } of batches) measureClickDelay(times[0] ?? Date.now());
        return;
      } catch (error) {
        // Some events were already stored. This is rare, so look them up only now.
        if (sqlStateOf(error) !== UNIQUE_VIOLATION || attempt === ATTEMPTS_MAX) throw error;
      }
      storedIds = await inTransaction(pool, async (tx) => {
        await planForValues(tx);
        return listStoredIds(tx, batches);
      });
    }
  };
}

/** Clicks or other requests of the same traits in a quarter of an hour. */
interface Cell {
  readonly traits: EventTraits;
  readonly quarterNumber: number;
  requests: number;
  newest: number;
}

/** Events of the same traits. */
interface Kind {
  readonly index: number;
  readonly traits: EventTraits;
  readonly cells: Map<number, Cell>;
  /** Cell of the previous event; the next one usually belongs to it too. */
  cell: Cell | undefined;
}

/** Aggregates events in two steps: adds them to cells, then counts cells by named referrer. */
class EventCounter {
  readonly #ids: string[] = [];
  readonly #times: number[] = [];
  readonly #traitsOf: number[] = [];
  readonly #visitorHashes: string[] = [];
  readonly #traits: EventTraits[] = [];

  readonly #kinds = new Map<string, Kind>();
  readonly #cells: Cell[] = [];
  readonly #visitors: { readonly hash: string; readonly cell: Cell }[] = [];
  /** Link, day and visitor. */
  readonly #seen = new Set<string>();

  /** Adds the events that were not stored before. */
  constructor(batches: readonly ClickBatch[], storedIds: ReadonlySet<string>) {
    for (const batch of batches) {
      eventIdsOf(batch).forEach((id, place) => {
        if (!storedIds.has(id)) this.#add(batch, place, id);
      });
    }
  }

  get isEmpty(): boolean {
    return this.#ids.length === 0;
  }

  /** The referrals of the added clicks. */
  *referrals(): Iterable<Referral> {
    for (const cell of this.#cells) if (cell.traits.exclusion === '') yield referralOf(cell);
  }

  count(nameOf: NameReferral): CountedEvents {
    const counts: EventCount[] = [];
    const places = new Map<string, number>();
    const placeOf = new Map<Cell, number>();
    for (const cell of this.#cells) {
      const count = countOf(cell, nameOf);
      const { linkId, quarter, exclusion, country, device, referrerHost } = count;
      const key = `${linkId} ${quarter} ${exclusion} ${country} ${device} ${referrerHost}`;
      let place = places.get(key);
      const same = place === undefined ? undefined : counts[place];
      if (place === undefined || !same) {
        place = counts.push(count) - 1;
        places.set(key, place);
      } else {
        same.requests += count.requests;
        same.newest = Math.max(same.newest, count.newest);
      }
      placeOf.set(cell, place);
    }
    return {
      ids: this.#ids,
      times: this.#times,
      traitsOf: this.#traitsOf,
      visitorHashes: this.#visitorHashes,
      traits: this.#traits,
      counts,
      visitors: this.#visitors.map(({ hash, cell }) => ({ hash, countOf: placeOf.get(cell) ?? 0 })),
    };
  }

  #add(batch: ClickBatch, place: number, id: string): void {
    const time = batch.times[place] ?? 0;
    const hash = batch.visitorHashes[place] ?? '';
    const kind = this.#kindAt(batch, place);
    this.#ids.push(id);
    this.#times.push(time);
    this.#traitsOf.push(kind.index);
    this.#visitorHashes.push(hash);

    const cell = this.#cellOf(kind, Math.floor(time / QUARTER_HOUR_MS));
    cell.requests += kind.traits.weight;
    cell.newest = Math.max(cell.newest, time);
    if (hash === '') return;
    const visitor = `${hash}${dayNumberOf(time)}${kind.traits.linkId}`;
    if (this.#seen.has(visitor)) return;
    this.#seen.add(visitor);
    this.#visitors.push({ hash, cell });
  }

  #kindAt(batch: ClickBatch, place: number): Kind {
    const linkId = batch.linkIds[place] ?? '';
    const weight = batch.weights[place] ?? 1;
    const referrerHost = batch.referrerHosts[place] ?? '';
    const country = batch.countries[place] ?? '';
    const device = batch.devices[place] ?? 'other';
    const browser = batch.browsers[place] ?? 'other';
    const exclusion = batch.exclusions[place] ?? '';
    const key = `${linkId} ${weight} ${country} ${device} ${exclusion} ${browser} ${referrerHost}`;
    const known = this.#kinds.get(key);
    if (known) return known;
    const traits = { linkId, weight, referrerHost, country, device, browser, exclusion };
    const kind = { index: this.#traits.push(traits) - 1, traits, cells: new Map<number, Cell>(), cell: undefined };
    this.#kinds.set(key, kind);
    return kind;
  }

  #cellOf(kind: Kind, quarterNumber: number): Cell {
    if (kind.cell?.quarterNumber === quarterNumber) return kind.cell;
    let cell = kind.cells.get(quarterNumber);
    if (!cell) {
      cell = { traits: kind.traits, quarterNumber, requests: 0, newest: 0 };
      kind.cells.set(quarterNumber, cell);
      this.#cells.push(cell);
    }
    kind.cell = cell;
    return cell;
  }
}

function referralOf({ traits: { linkId, referrerHost }, quarterNumber }: Cell): Referral {
  return { linkId, dayNumber: Math.floor(quarterNumber / QUARTERS_A_DAY), host: referrerHost };
}

/** The count of a cell; requests that are not clicks have no dimensions. */
function countOf(cell: Cell, nameOf: NameReferral): EventCount {
  const { traits, quarterNumber, requests, newest } = cell;
  const { linkId, exclusion } = traits;
  const isClick = exclusion === '';
  return {
    linkId,
    quarter: quarterNumber * QUARTER_HOUR_MS,
    exclusion,
    referrerHost: isClick ? nameOf(referralOf(cell)) : '',
    country: isClick ? traits.country : '',
    device: isClick ? traits.device : 'other',
    requests,
    newest,
  };
}
