import { z } from 'zod';

export const linkDisabled = z.boolean().describe('Whether an administrator has switched this link off.');

export const disabledWithAccount = z
  .boolean()
  .describe('Whether it is switched off because the account of its owner is disabled.');
