/** Milliseconds of quiet after which memory is given back. */
const QUIET_MS = 5_000;
/** Gives pages back too, in some 50 ms. */
const THOROUGH = { type: 'major', execution: 'sync', flavor: 'last-resort' } as const;

let timer: NodeJS.Timeout | undefined;

/**
 * Gives memory that is no longer used back to the machine, once nothing has asked for it again for five seconds. Where nothing happens
 * nothing is collected either: half of an idle process's memory would be kept. Needs `--expose-gc`, and does nothing without.
 */
export function releaseMemorySoon(): void {
  clearTimeout(timer);
  timer = setTimeout(() => globalThis.gc?.(THOROUGH), QUIET_MS).unref();
}
