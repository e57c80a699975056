/** Fields of a record as texts of a form. */
export type FieldTexts = Readonly<Record<string, string>>;

export interface Conflict {
  readonly field: string;
  readonly mine: string;
  readonly theirs: string;
}

/** What was changed here, where somebody else has changed the record meanwhile. */
export interface Merged {
  /** Fields that only this side has changed, and those that both have changed alike. */
  readonly changed: FieldTexts;
  /** Fields that both sides have changed, each in its own way: somebody has to choose. */
  readonly conflicts: readonly Conflict[];
}

/** The fields that differ from what the form began with. */
export function changedFields(base: FieldTexts, mine: FieldTexts): FieldTexts {
  return Object.fromEntries(Object.entries(mine).filter(([field, text]) => text !== base[field]));
}

/** Compares what was changed here and there with what both began with. */
export function mergeChanges(base: FieldTexts, mine: FieldTexts, theirs: FieldTexts): Merged {
  const changed = changedFields(base, mine);
  const conflicts = Object.entries(changed).flatMap(([field, text]) => {
    const other = theirs[field] ?? '';
    return other !== base[field] && other !== text ? [{ field, mine: text, theirs: other }] : [];
  });
  const inConflict = new Set(conflicts.map(({ field }) => field));
  return {
    changed: Object.fromEntries(Object.entries(changed).filter(([field]) => !inConflict.has(field))),
    conflicts,
  };
}
