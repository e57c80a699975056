import type { Operation } from '@svc/operations/registry/define-operation';

/** The reader of a result. */
export interface Reader {
  readonly userId: string;
  /** Whether they wrote a text, or it is in a record of their own. */
  readonly knows: (text: string) => boolean;
}

/** Whether a result may contain text that someone else than the user wrote: text from strangers, or a record of another user. */
export function isTainting({ holdsForeignText }: Operation, output: unknown, { userId, knows }: Reader): boolean {
  if (holdsForeignText === true || holdsOthersRecord(output, userId)) return true;
  return Array.isArray(holdsForeignText) && holdsTextIn(output, new Set(holdsForeignText), knows);
}

/** Whether a field with one of these names has items, or text that the reader does not know. */
function holdsTextIn(value: unknown, names: ReadonlySet<string>, knows: Reader['knows']): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some((item) => holdsTextIn(item, names, knows));
  return Object.entries(value).some(([name, each]) => {
    const isText = names.has(name) && (Array.isArray(each) ? each.length > 0 : isUnknown(each, knows));
    return isText || holdsTextIn(each, names, knows);
  });
}

function isUnknown(value: unknown, knows: Reader['knows']): boolean {
  return typeof value === 'string' && value !== '' && !knows(value);
}

function holdsOthersRecord(value: unknown, userId: string): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some((item) => holdsOthersRecord(item, userId));
  const { ownerId, access } = value as { readonly ownerId?: unknown; readonly access?: unknown };
  if (typeof ownerId === 'string' && ownerId !== userId) return true;
  if (typeof access === 'object' && access !== null && 'role' in access && access.role !== 'owner') return true;
  return Object.values(value).some((each) => holdsOthersRecord(each, userId));
}
