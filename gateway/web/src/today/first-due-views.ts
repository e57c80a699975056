/** Today's first read, in a separate module: it is requested before the rest of Today loads. */
export const FIRST_DUE_VIEWS = { scope: 'mine-and-shared', limit: 200, includeTitles: true } as const;

const query = new URLSearchParams(Object.entries(FIRST_DUE_VIEWS).map(([field, value]) => [field, String(value)]));

export const FIRST_DUE_VIEWS_URL = `/api/deals/due-views?${query.toString()}`;
