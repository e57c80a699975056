import { createHash } from 'node:crypto';
import { SpanKind, type Attributes } from '@opentelemetry/api';

/** Distinct statements that a process prepares; each takes memory in every connection, on both sides. */
const PREPARED_MAX = 1_000;

/**
 * A comment in a statement that is not prepared: the best way to its rows depends on the values, such as on how common a text is that
 * is searched for, so that a plan for all values is far worse than planning it each time.
 */
export const PLANNED_ANEW = '/* planned anew */';

/** What is known of a SQL text, worked out once. */
export interface Statement {
  /** Name under which connections keep the statement's plan; undefined once too many have one, and for what is planned each time. */
  readonly preparedName: string | undefined;
  readonly spanName: string;
  readonly spanOptions: { readonly kind: SpanKind; readonly attributes: Attributes };
}

/**
 * Remembers the statements of an application by their text. Texts are constants of the code with values as parameters, so there
 * are a few hundred; beyond the bound a text is neither prepared nor remembered, and costs a little more each time. Nor is one that is
 * planned each time, of which lists have as many as ways to filter them.
 */
export function createStatements(applicationName: string): (text: string) => Statement {
  const known = new Map<string, Statement>();
  return (text) => {
    const found = known.get(text);
    if (found) return found;
    const isPrepared = known.size < PREPARED_MAX;
    const statement = describe(text, applicationName, isPrepared);
    if (statement.preparedName !== undefined) known.set(text, statement);
    return statement;
  };
}

function describe(text: string, applicationName: string, isPrepared: boolean): Statement {
  const verb = /[a-z]+/i.exec(text)?.[0].toUpperCase() ?? 'SQL';
  return {
    preparedName:
      isPrepared && !text.includes(PLANNED_ANEW)
        ? `s_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
        : undefined,
    spanName: `${verb} ${applicationName}`,
    spanOptions: {
      kind: SpanKind.CLIENT,
      attributes: { 'db.system.name': 'postgresql', 'db.query.text': text },
    },
  };
}
