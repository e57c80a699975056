/**
 * Finds statements that lock a table in use for a time proportional to its size. Rewriting it, building an index or scanning every row under a lock
 * blocks all readers and writers, on all replicas.
 */
import type { AlterTableCmd, ColumnDef, Constraint, Node } from '@pgsql/types';

/** Defaults of a new column that make Postgres scan every row. */
const CHECKED_BY_ROW: Partial<Record<string, string>> = {
  CONSTR_CHECK: 'checks',
  CONSTR_FOREIGN: 'compares',
  CONSTR_UNIQUE: 'indexes',
  CONSTR_PRIMARY: 'indexes',
};
const MAY_WAIT_FOR_VALIDATION = new Set(['CONSTR_CHECK', 'CONSTR_FOREIGN']);
const INDEXED = new Set(['CONSTR_UNIQUE', 'CONSTR_PRIMARY', 'CONSTR_EXCLUSION']);
/** Functions with one value for the whole statement; any other function may return a different value for each row. */
const SAME_FOR_ALL_ROWS = new Set(['now', 'transaction_timestamp', 'statement_timestamp']);
const NUMBERED = /^(?:small|big)?serial\d?$/;
/** The same, inside a PL/pgSQL block. */
const IN_BLOCKS = /\bcreate(?:\s|\\n)+(?:unique(?:\s|\\n)+)?index\b(?!\s+concurrently)|\)\s*stored\b/i;

/** Checks the statements of one file in order. */
export class Locks {
  readonly #isTransaction: boolean;
  readonly #added = new Set<string>();
  /** Indexes of partitioned tables: Postgres attaches a partition's index to no other. */
  readonly #partitioned: ReadonlySet<string>;

  constructor(isTransaction: boolean, stmts: readonly Node[]) {
    this.#isTransaction = isTransaction;
    this.#partitioned = new Set(stmts.flatMap(attachedTo));
  }

  /** Describes how a statement locks a table; `created` are tables created by the file itself. */
  describe(stmt: Node, created: ReadonlySet<string>): string[] {
    if ('IndexStmt' in stmt) {
      const { relation, idxname = '', concurrent } = stmt.IndexStmt;
      // On only a partitioned table, nothing is built; any other table is indexed as if `only` were missing.
      const isOfPartitions = relation?.inh !== true && this.#partitioned.has(idxname);
      const isBuilt = !concurrent && !isOfPartitions && !created.has(relation?.relname ?? '');
      return isBuilt ? [`builds the index ${idxname} under a lock`] : [];
    }
    if ('AlterTableStmt' in stmt) {
      const { relation, cmds = [] } = stmt.AlterTableStmt;
      if (created.has(relation?.relname ?? '')) return [];
      return cmds.flatMap((command) =>
        'AlterTableCmd' in command ? this.#describeCommand(command.AlterTableCmd) : [],
      );
    }
    return 'DoStmt' in stmt && IN_BLOCKS.test(JSON.stringify(stmt)) ? ['rewrites or indexes in a block'] : [];
  }

  #describeCommand({ subtype, name = '', def }: AlterTableCmd): string[] {
    if (subtype === 'AT_AddColumn' && def && 'ColumnDef' in def) return describeColumn(def.ColumnDef);
    if (subtype === 'AT_AddConstraint' && def && 'Constraint' in def) return this.#describeConstraint(def.Constraint);
    if (subtype === 'AT_ValidateConstraint' && this.#isTransaction && this.#added.has(name))
      return [`validates ${name} in the transaction that adds it`];
    return [];
  }

  #describeConstraint({ contype = 'CONSTR_NULL', conname = '', skip_validation, indexname }: Constraint): string[] {
    this.#added.add(conname);
    if (MAY_WAIT_FOR_VALIDATION.has(contype) && !skip_validation)
      return [`adds ${conname || 'a constraint'} without "not valid"`];
    return INDEXED.has(contype) && !indexname ? [`builds the index of ${conname || 'a constraint'} under a lock`] : [];
  }
}

/** The index that the statement attaches a partition's index to. */
function attachedTo(stmt: Node): string[] {
  if (!('AlterTableStmt' in stmt) || stmt.AlterTableStmt.objtype !== 'OBJECT_INDEX') return [];
  const { relation, cmds = [] } = stmt.AlterTableStmt;
  const attaches = cmds.some(
    (command) => 'AlterTableCmd' in command && command.AlterTableCmd.subtype === 'AT_AttachPartition',
  );
  return attaches && relation?.relname !== undefined ? [relation.relname] : [];
}

function describeColumn({ colname = '', typeName, constraints = [] }: ColumnDef): string[] {
  const type = typeName?.names?.at(-1);
  const isNumbered = type && 'String' in type && NUMBERED.test(type.String.sval ?? '');
  return [
    ...(isNumbered ? [`numbers all rows in ${colname}`] : []),
    ...constraints.flatMap((node) => ('Constraint' in node ? describeOfColumn(colname, node.Constraint) : [])),
  ];
}

function describeOfColumn(column: string, { contype = 'CONSTR_NULL', raw_expr: value }: Constraint): string[] {
  if (contype === 'CONSTR_GENERATED') return [`computes ${column} for all rows`];
  if (contype === 'CONSTR_IDENTITY') return [`numbers all rows in ${column}`];
  if (contype === 'CONSTR_DEFAULT') return value && !isSameForAll(value) ? [`computes ${column} for all rows`] : [];
  const verb = CHECKED_BY_ROW[contype];
  return verb === undefined ? [] : [`${verb} all rows by ${column}`];
}

/** Whether Postgres can store a single value for all existing rows: constants and expressions of them. */
function isSameForAll(value: Node): boolean {
  const functions = JSON.stringify(value, (key, part: unknown) => (key === 'FuncCall' ? nameOf(part) : part));
  return [...functions.matchAll(/"FuncCall":"([^"]*)"/g)].every(([, name = '']) => SAME_FOR_ALL_ROWS.has(name));
}

/** Qualified name of a function call, so that a function in another schema does not match a built-in one; a call with arguments never matches. */
function nameOf(call: unknown): string {
  const { funcname = [], args = [] } = call as { funcname?: Node[]; args?: Node[] };
  const names = funcname.map((part) => ('String' in part ? (part.String.sval ?? '') : ''));
  return args.length > 0 ? `${names.join('.')}()` : names.join('.');
}
