import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { ShownApproval, toShownApproval } from './approval.js';

export const getApproval = defineOperation({
  name: 'approvals.get',
  summary: 'Get an approval',
  description:
    'Returns the status, a summary and what would change. Use it to see whether the user has decided. Agents see only requests of their own connection, and contents of records only with the scope that reads them.',
  tier: 0,
  scope: 'svc.read',
  otherScopes: ['svc.write.sensitive', 'svc.memory'],
  http: { method: 'GET', path: '/approvals/:approvalId' },
  input: z.strictObject({ approvalId: Id }),
  output: ShownApproval,
  run: async (input, { clients, baseUrl, catalog, maySeeChange }) => {
    const { approval } = await clients.approvals.getApproval(input);
    const shown = toShownApproval(approval, { baseUrl });
    if (maySeeChange(shown.operation, shown.diff)) return shown;
    return { ...shown, summary: catalog.summaryOf(shown.operation) ?? shown.operation, diff: null };
  },
});
