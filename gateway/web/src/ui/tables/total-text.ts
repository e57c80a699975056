/** The number of rows, such as "3 payments", or "1 payment matches" when filtered; `one` is the singular. */
export function totalText(
  total: number,
  one: string,
  { isFiltered, count }: { readonly isFiltered: boolean; readonly count: (value: number) => string },
): string {
  if (total === 1) return `1 ${one}${isFiltered ? ' matches' : ''}`;
  return `${count(total)} ${one}s${isFiltered ? ' match' : ''}`;
}
