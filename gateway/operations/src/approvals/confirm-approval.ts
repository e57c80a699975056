import { appError } from '@svc/chassis/errors/app-error';
import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { overHttp } from '../run/operation-context.js';

export const confirmApproval = defineOperation({
  name: 'approvals.confirm',
  summary: 'Approve for the user, as an adapter the operator trusts',
  description: 'Requires both the service secret and `x-dd-approval-confirm-secret`; agent tokens cannot call it.',
  access: 'adapter',
  tier: 1,
  audience: 'agents',
  http: { method: 'POST', path: '/approvals/:approvalId/confirm', status: 200 },
  input: z.strictObject({ approvalId: Id }),
  output: z.object({ approvalId: Id, status: z.string() }),
  run: async ({ approvalId }, context) => {
    const { confirmSecret } = overHttp(context);
    if (confirmSecret === undefined) {
      throw appError('FORBIDDEN', 'Confirming also needs the header x-dd-approval-confirm-secret.');
    }
    const { approval } = await context.clients.approvals.confirmApproval({ approvalId, confirmSecret });
    return { approvalId, status: approval?.status ?? '' };
  },
});
