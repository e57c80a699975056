/** Runs work with the clock of this process set this many milliseconds ahead. */
export async function withClockAhead<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const Real = Date;
  class Ahead extends Real {
    constructor(...args: unknown[]) {
      super(...((args.length > 0 ? args : [Real.now() + ms]) as [number]));
    }
    static override now(): number {
      return Real.now() + ms;
    }
  }
  globalThis.Date = Ahead as DateConstructor;
  try {
    return await work();
  } finally {
    globalThis.Date = Real;
  }
}
