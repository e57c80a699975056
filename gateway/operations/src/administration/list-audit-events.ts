import { listOf, page, pageInput, pageRequest } from '@svc/chassis/schemas/paging';
import { Id, Timestamp } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { accountNames } from './account-names.js';

const AuditEvent = z
  .object({
    id: Id,
    // No closed list: a release must still list what a later one has recorded.
    action: z.string().describe('What was done, such as `user.disabled` or `system_settings.changed`.'),
    actorId: Id.nullable().describe('The user who did it; null for the system.'),
    actorName: z.string().nullable().describe('null for the system, and when the account is deleted.'),
    subjectId: Id.nullable().describe('The affected account or MCP server; null for the system.'),
    subjectName: z
      .string()
      .nullable()
      .describe('Name of the affected account; null when it is deleted, and for anything else.'),
    details: z
      .array(z.object({ field: z.string(), from: z.string(), to: z.string() }))
      .describe('What changed; only settings, limits, roles and names. Addresses and headers appear as `…`.'),
    requestId: z.string().nullable(),
    createdAt: Timestamp,
  })
  .meta({ id: 'AuditEvent' });

export const listAuditEvents = defineOperation({
  name: 'admin.list_audit',
  summary: 'List changes to accounts, system settings and MCP servers, newest first',
  access: 'admin',
  tier: 0,
  http: { method: 'GET', path: '/admin/audit' },
  input: z.strictObject(pageInput),
  output: listOf(AuditEvent),
  run: async (input, { clients }) => {
    const { events, totalSize } = await clients.audit.listAuditEvents(pageRequest(input));
    const names = await accountNames(
      clients.users,
      events.flatMap(({ actorId, subjectId }) => [actorId, subjectId]),
    );
    const items = events.map(({ changes, ...event }) => ({
      ...event,
      actorName: names.get(event.actorId ?? '')?.name ?? null,
      subjectName: names.get(event.subjectId ?? '')?.name ?? null,
      details: changes,
    }));
    return page(items, totalSize, input);
  },
});
