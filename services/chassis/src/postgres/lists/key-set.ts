/** SQL of the smallest and largest ids, for pages that start at the beginning. */
export const FIRST_ID = `'00000000-0000-0000-0000-000000000000'::uuid`;
export const LAST_ID = `'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid`;
