/** When the first check of a video falls due; undefined without a date. Dates are `YYYY-MM-DD`. */
export function firstCheck(postDate: string, viewCheckDays: readonly number[]): string | undefined {
  const [days] = viewCheckDays;
  const posted = Date.parse(`${postDate}T00:00:00Z`);
  if (days === undefined || Number.isNaN(posted)) return undefined;
  return new Date(posted + days * 86_400_000).toISOString().slice(0, 10);
}
