/** Tables of an entity's records and their shares with teams. */
export interface ShareTable {
  /** Table of the shares; all have `id`, the record's id, `team_id`, `shared_by`, `created_at` and `confirmed_at`. */
  readonly table: string;
  /** Its column with the id of the record. */
  readonly key: string;
  /** Table of the records; all have `id` and `owner_id`. */
  readonly records: string;
  /** SQL of the name of a record `r`. */
  readonly title: string;
  /** SQL condition on records `r`, if the table has others as well. */
  readonly only?: string;
}

/** A service's shareable records, by entity type. */
export type ShareTables = Readonly<Record<string, ShareTable>>;

/** The condition of a table, to be appended to others. */
export function andOnly({ only }: ShareTable): string {
  return only === undefined ? '' : `and ${only}`;
}
