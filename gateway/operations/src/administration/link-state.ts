import { z } from 'zod';

export const linkDisabled = z.boolean().describe('Whether an administrator has disabled this link.');

export const disabledWithAccount = z
  .boolean()
  .describe("Whether it is disabled because its owner's account is disabled.");
