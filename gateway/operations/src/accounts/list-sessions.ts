import { listOf, page, pageInput, pageRequest } from '@svc/chassis/schemas/paging';
import { Id, Timestamp } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';

const Session = z
  .object({
    id: Id,
    device: z.string(),
    createdAt: Timestamp,
    lastUsedAt: Timestamp,
    expiresAt: Timestamp,
    current: z.boolean(),
  })
  .meta({ id: 'Session' });

export const listSessions = defineOperation({
  name: 'auth.list_sessions',
  summary: 'List your open sessions, last used first',
  tier: 0,
  http: { method: 'GET', path: '/auth/sessions', maintenance: 'open' },
  input: z.strictObject(pageInput),
  output: listOf(Session),
  run: async (input, { clients }) => {
    const { sessions, totalSize } = await clients.accounts.listSessions(pageRequest(input));
    return page(sessions, totalSize, input);
  },
});
