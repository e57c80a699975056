/** Returns the result of some work. Calls `begin` when the work takes longer than `slowMs`, and at its end what `begin` returned. */
export async function whenSlow<Result>(
  work: Promise<Result>,
  slowMs: number,
  begin: () => () => void,
): Promise<Result> {
  let end: (() => void) | undefined;
  const turnsSlow = setTimeout(() => (end = begin()), slowMs);
  try {
    return await work;
  } finally {
    clearTimeout(turnsSlow);
    end?.();
  }
}
