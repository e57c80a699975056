import { z } from 'zod';

export const switchedOffByAdmin = z
  .boolean()
  .describe(
    'An administrator has switched it off, or has disabled the account of its owner: it opens nothing, and only an administrator can switch it on again.',
  );
