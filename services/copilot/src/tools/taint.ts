import type { Operation } from '@svc/operations/registry/define-operation';

/** Whether a result may contain text that someone else than the user wrote: text from strangers, or a record of another user. */
export function isTainting({ holdsForeignText }: Operation, output: unknown, userId: string): boolean {
  if (holdsForeignText === true || holdsOthersRecord(output, userId)) return true;
  return holdsForeignText !== undefined && holdsItemsIn(output, new Set(holdsForeignText));
}

/** Whether a list under one of these names has items. */
function holdsItemsIn(value: unknown, names: ReadonlySet<string>): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some((item) => holdsItemsIn(item, names));
  return Object.entries(value).some(
    ([name, each]) => (names.has(name) && Array.isArray(each) && each.length > 0) || holdsItemsIn(each, names),
  );
}

function holdsOthersRecord(value: unknown, userId: string): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some((item) => holdsOthersRecord(item, userId));
  const { ownerId, access } = value as { readonly ownerId?: unknown; readonly access?: unknown };
  if (typeof ownerId === 'string' && ownerId !== userId) return true;
  if (typeof access === 'object' && access !== null && 'role' in access && access.role !== 'owner') return true;
  return Object.values(value).some((each) => holdsOthersRecord(each, userId));
}
