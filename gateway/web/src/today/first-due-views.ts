/** What Today reads first, apart from everything that Today is made of: it is asked for before that is there. */
export const FIRST_DUE_VIEWS = { scope: 'mine-and-shared', limit: 200 } as const;

const query = new URLSearchParams(Object.entries(FIRST_DUE_VIEWS).map(([field, value]) => [field, String(value)]));

export const FIRST_DUE_VIEWS_URL = `/api/deals/due-views?${query.toString()}`;
