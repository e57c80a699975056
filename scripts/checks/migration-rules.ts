/**
 * Statements that a migration may not use while the previous version still serves: locking an existing table for a time proportional to its size, and
 * dropping, renaming, retyping or requiring anything that version uses. One release must first stop using it; a later release may then change it,
 * naming that release in the comment above the statement: `-- unused since 1.4.0`.
 */
import type { AlterTableCmd, ColumnDef, Node, ObjectType } from '@pgsql/types';
import { loadModule, parse } from 'libpg-query';
import { Locks } from './migration-locks.ts';

/** A statement in a migration that breaks earlier versions. */
export interface Breach {
  /** Line number, from 1. */
  readonly line: number;
  /** Description, such as `drops the column promo_code`. */
  readonly what: string;
}

/** Objects referenced by queries; others, such as indexes and constraints, may be dropped and renamed. */
const USED_BY_QUERIES: Partial<Record<ObjectType, string>> = {
  OBJECT_TABLE: 'table',
  OBJECT_COLUMN: 'column',
  OBJECT_VIEW: 'view',
  OBJECT_MATVIEW: 'view',
  OBJECT_FUNCTION: 'function',
  OBJECT_TYPE: 'type',
  OBJECT_SEQUENCE: 'sequence',
  OBJECT_SCHEMA: 'schema',
};
const FILLED_BY_ITSELF = new Set(['CONSTR_DEFAULT', 'CONSTR_GENERATED', 'CONSTR_IDENTITY']);
/** The same, inside a PL/pgSQL block. */
const IN_BLOCKS =
  /\b(?:drop\s+(?:table|column)|(?<!\balter index \S{1,63} )rename\s|set\s+not\s+null|alter\s+column\s+\S+\s+(?:set\s+data\s+)?type)\b/i;
const UNUSED_SINCE = /^--\s*unused since (\d+)\.(\d+)\.(\d+)\s*$/im;

/**
 * Finds a migration's breaking changes of existing tables. `version` is the product's version: a release named in a comment counts only if it is
 * already out. Throws Postgres's message for a statement that it does not understand.
 */
export async function findBreaches(sql: string, version: string): Promise<Breach[]> {
  await loadModule();
  const { stmts = [] } = (await parse(sql)) as {
    stmts?: { stmt: Node; stmt_location?: number; stmt_len?: number }[];
  };
  // Positions are counted in bytes.
  const bytes = Buffer.from(sql);
  const textOf = (from: number, to?: number): string => bytes.subarray(from, to).toString();
  const created = new Set<string>();
  const locks = new Locks(
    !sql.startsWith('-- no transaction\n'),
    stmts.map(({ stmt }) => stmt),
  );
  const breaches: Breach[] = [];
  let before = 0;
  for (const { stmt, stmt_location: at = 0, stmt_len: length } of stmts) {
    const comments = textOf(before, at);
    before = length === undefined ? bytes.length : at + length;
    if ('CreateStmt' in stmt) created.add(stmt.CreateStmt.relation?.relname ?? '');
    const line = textOf(0, at).split('\n').length;
    const what = [
      ...(namesRelease(comments, version) ? [] : describe(stmt, created)),
      ...locks.describe(stmt, created),
    ];
    breaches.push(...what.map((each) => ({ line, what: each })));
  }
  return breaches;
}

function namesRelease(comments: string, version: string): boolean {
  const release = UNUSED_SINCE.exec(comments)?.slice(1).map(Number);
  if (!release) return false;
  const current = version.split('.').map(Number);
  const differing = release.findIndex((part, index) => part !== current[index]);
  return differing === -1 || (release[differing] ?? 0) < (current[differing] ?? 0);
}

function describe(stmt: Node, created: ReadonlySet<string>): string[] {
  if ('DropStmt' in stmt) return describeUse('drops', stmt.DropStmt.removeType);
  if ('RenameStmt' in stmt) {
    const { renameType, relation } = stmt.RenameStmt;
    return created.has(relation?.relname ?? '') ? [] : describeUse('renames', renameType);
  }
  if ('AlterTableStmt' in stmt) {
    const { relation, cmds = [] } = stmt.AlterTableStmt;
    if (created.has(relation?.relname ?? '')) return [];
    return cmds.flatMap((command) => ('AlterTableCmd' in command ? describeCommand(command.AlterTableCmd) : []));
  }
  if ('DoStmt' in stmt && IN_BLOCKS.test(JSON.stringify(stmt)))
    return ['drops, renames, retypes or requires in a block'];
  return [];
}

function describeUse(verb: string, type: ObjectType | undefined): string[] {
  const noun = type && USED_BY_QUERIES[type];
  return noun === undefined ? [] : [`${verb} a ${noun}`];
}

function describeCommand({ subtype, name = '', def }: AlterTableCmd): string[] {
  if (subtype === 'AT_DropColumn') return [`drops the column ${name}`];
  if (subtype === 'AT_AlterColumnType') return [`retypes the column ${name}`];
  if (subtype === 'AT_SetNotNull') return [`requires the column ${name}`];
  const isRequired = subtype === 'AT_AddColumn' && def && 'ColumnDef' in def && mustBeGiven(def.ColumnDef);
  return isRequired ? [`requires the new column ${def.ColumnDef.colname ?? ''}`] : [];
}

function mustBeGiven({ constraints = [] }: ColumnDef): boolean {
  const kinds = constraints.map((node) => ('Constraint' in node ? (node.Constraint.contype ?? '') : ''));
  const isRequired = kinds.includes('CONSTR_NOTNULL') || kinds.includes('CONSTR_PRIMARY');
  return isRequired && !kinds.some((kind) => FILLED_BY_ITSELF.has(kind));
}
