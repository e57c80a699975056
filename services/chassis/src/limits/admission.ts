import type { AppError } from '../errors/app-error.js';
import type { Claimant } from './claimant.js';

export interface AdmissionOptions {
  /** Amount admitted at once, in the callers' unit, such as bytes or jobs. */
  readonly capacity: number;
  /** Maximum for one claimant even while no other waits; the whole capacity when unset. */
  readonly eachMax?: number;
  /** Callers that may wait for room. */
  readonly waitingMax: number;
  readonly waitMs: number;
  /** The error when too many wait or there is no room in time. */
  readonly refusal: () => AppError;
}

/**
 * Reserves room and returns the function that releases it; all callers without a claimant count as one claimant. Throws the refusal when too many
 * wait or no room is free in time, and the reason of the caller's signal when that ends the wait.
 */
export type Admit = (amount: number, claimant?: Claimant, caller?: AbortSignal) => Promise<() => void>;

/** Share of one claimant while others wait: of the capacity, and of the queue. */
const SHARE = 1 / 4;

interface Group {
  readonly name: string;
  held: number;
  waiting: number;
  /** Position in the round robin of groups: the lowest is next. */
  order: number;
}

interface Waiting {
  readonly amount: number;
  /** The groups of the claimant, from the widest to the claimant itself. */
  readonly groups: readonly Group[];
  readonly enter: () => void;
  readonly refuse: () => void;
}

/**
 * A fair semaphore for this process. Claimants take turns, each in the order of its calls; while others wait, a claimant gets more than a quarter
 * only when no other has less. If one claimant fills the queue, its latest calls are refused to make room for new claimants. Not `async-mutex`, whose
 * queue is unbounded, knows no claimants, and stays blocked by a caller that has timed out.
 */
export function createAdmission(options: AdmissionOptions): Admit {
  const { capacity, eachMax = Infinity, waitMs, refusal } = options;
  const room = new FairRoom({ ...options, eachMax });
  return async (asked, claimant = [], caller) => {
    caller?.throwIfAborted();
    // A request for more than the maximum gets all of it.
    const amount = Math.min(asked, capacity, eachMax);
    const groups = room.groupsOf(claimant);
    await new Promise<void>((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const leaveLine = (): void => {
        clearTimeout(timer);
        caller?.removeEventListener('abort', abandon);
      };
      const enter = (): void => {
        leaveLine();
        resolve();
      };
      const refuse = (): void => {
        leaveLine();
        reject(refusal());
      };
      const abandon = (): void => {
        leaveLine();
        room.abandon(entry);
        reject(caller?.reason);
      };
      const entry: Waiting = { amount, groups, enter, refuse };
      if (room.add(entry)) return;
      timer = setTimeout(() => room.giveUp(entry), waitMs);
      caller?.addEventListener('abort', abandon);
    });
    let hasLeft = false;
    return () => {
      if (!hasLeft) room.leave(amount, groups);
      hasLeft = true;
    };
  };
}

class FairRoom {
  readonly #capacity: number;
  readonly #eachMax: number;
  readonly #waitingMax: number;
  readonly #groups = new Map<string, Group>();
  readonly #waiting: Waiting[] = [];
  #reserved = 0;
  #order = 0;

  constructor({ capacity, eachMax, waitingMax }: Required<Omit<AdmissionOptions, 'refusal' | 'waitMs'>>) {
    this.#capacity = capacity;
    this.#eachMax = eachMax;
    this.#waitingMax = waitingMax;
  }

  /** The claimant's groups, created on demand; new ones are last in the round robin. */
  groupsOf(claimant: Claimant): Group[] {
    const names = claimant.length === 0 ? [''] : claimant;
    return names.map((_name, index) => {
      const name = names.slice(0, index + 1).join('\n');
      const group = this.#groups.get(name) ?? { name, held: 0, waiting: 0, order: this.#nextOrder() };
      this.#groups.set(name, group);
      return group;
    });
  }

  /** Returns whether it entered at once or was refused. */
  add(entry: Waiting): boolean {
    this.#waiting.push(entry);
    for (const group of entry.groups) group.waiting += 1;
    this.#enterInOrder();
    if (this.#waiting.length <= this.#waitingMax) return !this.#waiting.includes(entry);
    const excess = this.#findExcess() ?? entry;
    this.#remove(excess);
    this.#forgetAbsent(excess.groups);
    excess.refuse();
    return !this.#waiting.includes(entry);
  }

  /** Its groups move to the end of the round robin, so that a request that does not fit does not block the same callers again. */
  giveUp(entry: Waiting): void {
    for (const group of entry.groups) group.order = this.#nextOrder();
    this.abandon(entry);
    entry.refuse();
  }

  /** Removes an entry whose caller has left. */
  abandon(entry: Waiting): void {
    this.#remove(entry);
    this.#forgetAbsent(entry.groups);
    this.#enterInOrder();
  }

  leave(amount: number, groups: readonly Group[]): void {
    this.#reserved -= amount;
    for (const group of groups) group.held -= amount;
    this.#forgetAbsent(groups);
    this.#enterInOrder();
  }

  #enterInOrder(): void {
    for (let next = this.#findNext(); next; next = this.#findNext()) {
      if (this.#reserved + next.amount > this.#capacity) return;
      this.#remove(next);
      this.#reserved += next.amount;
      for (const group of next.groups) {
        group.held += next.amount;
        group.order = this.#nextOrder();
      }
      next.enter();
    }
  }

  #remove(entry: Waiting): void {
    this.#waiting.splice(this.#waiting.indexOf(entry), 1);
    for (const group of entry.groups) group.waiting -= 1;
  }

  #findNext(): Waiting | undefined {
    let among = this.#waiting.filter(({ amount, groups: [widest] }) => (widest?.held ?? 0) + amount <= this.#eachMax);
    for (let level = 0; among.length > 1 && among[0]?.groups[level]; level += 1) {
      const firsts = [...Map.groupBy(among, ({ groups }) => groups[level]).values()];
      among = firsts.reduce((best, each) => (this.#isBefore(each, best, level) ? each : best));
    }
    return among[0];
  }

  /** Whether one group comes before another. */
  #isBefore([left]: readonly Waiting[], [right]: readonly Waiting[], level: number): boolean {
    const [ours, theirs] = [left?.groups[level], right?.groups[level]];
    if (!left || !right || !ours || !theirs) return false;
    const [isOver, areOver] = [this.#isOver(ours, left.amount), this.#isOver(theirs, right.amount)];
    if (isOver !== areOver) return areOver;
    if (isOver && ours.held !== theirs.held) return ours.held < theirs.held;
    return ours.order < theirs.order;
  }

  #isOver({ held }: Group, amount: number): boolean {
    return held > 0 && held + amount > this.#capacity * SHARE;
  }

  /** The latest waiting caller of the claimant with the most places; undefined when that claimant has no more than its share. */
  #findExcess(): Waiting | undefined {
    const share = Math.max(1, Math.floor(this.#waitingMax * SHARE));
    let among: readonly Waiting[] = this.#waiting;
    for (let level = 0; among[0]?.groups[level]; level += 1) {
      // Among equals, the latest makes room.
      const largest = Math.max(...among.map(({ groups }) => groups[level]?.waiting ?? 0));
      const greedy = among.findLast(({ groups }) => groups[level]?.waiting === largest)?.groups[level];
      if (level === 0 && largest <= share) return undefined;
      among = among.filter(({ groups }) => groups[level] === greedy);
    }
    return among.at(-1);
  }

  #forgetAbsent(groups: readonly Group[]): void {
    for (const { name, held, waiting } of groups) if (held === 0 && waiting === 0) this.#groups.delete(name);
  }

  #nextOrder(): number {
    this.#order += 1;
    return this.#order;
  }
}
