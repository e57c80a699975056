/** What Today reads first, apart from everything that Today is made of: the app asks for it before that is there. */
export const FIRST_DUE_VIEWS = { scope: 'mine-and-shared', limit: 200 } as const;
