import { z } from 'zod';

export const disabledByAdmin = z
  .boolean()
  .describe(
    "Whether an administrator has disabled it or its owner's account: it opens nothing, and only an administrator can enable it again.",
  );
