import { VISIBILITY, type Entity, type EntityRules } from './visibility-table.js';

/** Names of the fields that only the owner sees. */
export function redactedFields(entity: Entity, isGranted: boolean): string[] {
  const { fields }: EntityRules = VISIBILITY[entity];
  return Object.entries(fields)
    .filter(([, { team }]) => team === 'hidden' || (team === 'granted' && !isGranted))
    .map(([name]) => name);
}

/** The record without the redacted fields: lists become empty, everything else null. */
export function redact<Row extends object>(row: Row, redacted: readonly string[]): Row {
  if (redacted.length === 0) return row;
  const hidden = redacted
    .filter((name) => name in row)
    .map((name) => [name, Array.isArray(row[name as keyof Row]) ? [] : null]);
  return { ...row, ...(Object.fromEntries(hidden) as Partial<Row>) };
}

/** Names that the owner of an external share may pick, and those that it shows when the owner picks none. */
export function externalFields(entity: Entity): { readonly allowed: string[]; readonly byDefault: string[] } {
  const { fields }: EntityRules = VISIBILITY[entity];
  const named = (rule: (external: string) => boolean): string[] =>
    Object.entries(fields)
      .filter(([, { external }]) => rule(external))
      .map(([name]) => name);
  return { allowed: named((external) => external !== 'never'), byDefault: named((external) => external === 'default') };
}
