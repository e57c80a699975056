import type { Item } from '../api/operations.js';

export type AuditChange = Item<'admin.list_audit'>['details'][number];

const FIELD_NAMES: Readonly<Record<string, string>> = {
  allowPublicSignup: 'Sign-up',
  maintenanceMode: 'Maintenance',
  copilotFreeDailyLimit: 'Free copilot turns',
  role: 'Role',
  name: 'Name',
  slug: 'Slug',
  transport: 'Transport',
  autoApproveTools: 'Tools that run without asking',
  url: 'Address',
  authHeader: 'Header',
};

const SWITCH = { true: 'on', false: 'off' };

const VALUE_NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  allowPublicSignup: SWITCH,
  maintenanceMode: SWITCH,
  role: { admin: 'administrator', user: 'user' },
  transport: { http: 'Streamable HTTP', sse: 'SSE' },
};

/** Replaces values omitted from the log, such as addresses. */
const UNTOLD = '…';

/** What follows from another field. */
const LEFT_OUT: readonly string[] = ['copilotFreeDailyLimitSource'];

/** Changes of the audit log in words: "Maintenance: off → on". */
export function describeChanges(changes: readonly AuditChange[], count: (value: number) => string): string {
  return changes
    .filter(({ field }) => !LEFT_OUT.includes(field))
    .map((change) => describeChange(change, count))
    .join(' · ');
}

function describeChange({ field, from, to }: AuditChange, count: (value: number) => string): string {
  const name = FIELD_NAMES[field] ?? field;
  if (from === UNTOLD && to === UNTOLD) return `${name} changed`;
  if (from === UNTOLD) return `${name} removed`;
  if (to === UNTOLD) return `${name} added`;
  // Servers always have one: this one was added or removed, as the action says.
  if (field === 'slug' && (from === '' || to === '')) return `${name}: ${from}${to}`;
  return `${name}: ${valueOf(from)} → ${valueOf(to)}`;

  function valueOf(value: string): string {
    if (value === '') return 'none';
    if (field !== 'copilotFreeDailyLimit') return VALUE_NAMES[field]?.[value] ?? value;
    if (value === '0') return 'unlimited';
    return /^\d+$/.test(value) ? count(Number(value)) : 'default';
  }
}
