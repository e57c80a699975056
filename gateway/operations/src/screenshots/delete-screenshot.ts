import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';

export const deleteScreenshot = defineOperation({
  name: 'screenshots.delete',
  summary: 'Delete a screenshot and its short link permanently',
  description:
    'Returns nothing, and cannot be undone; view logs lose their proof. Use it to delete the screenshot entirely; to only remove it from a deal, use screenshots.unlink.',
  tier: 2,
  affects: ['deals', 'overview'],
  destructive: true,
  scope: 'svc.write.sensitive',
  target: { read: 'screenshots.get', by: ['screenshotId'] },
  http: { method: 'DELETE', path: '/screenshots/:screenshotId', version: 'checked' },
  input: z.strictObject({ screenshotId: Id }),
  run: ({ screenshotId }, { clients, expectedVersion }) =>
    clients.screenshots.deleteScreenshot({ screenshotId, expectedVersion }),
});
