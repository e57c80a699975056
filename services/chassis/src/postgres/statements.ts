import { createHash } from 'node:crypto';
import { type Attributes, SpanKind } from '@opentelemetry/api';

/** Maximum distinct statements that a process prepares; each takes memory in every connection, on both sides. */
const PREPARED_MAX = 1_000;

/**
 * A SQL comment that marks a statement as not prepared: its best plan depends on the values, such as how common a searched text is, so that a generic
 * plan would be far worse than planning it each time.
 */
export const REPLANNED = '/* replanned */';

/** Cached facts about a SQL text. */
export interface Statement {
  /** Name of the prepared statement; undefined beyond the maximum, and for statements that are planned each time. */
  readonly preparedName: string | undefined;
  readonly spanName: string;
  readonly spanOptions: { readonly kind: SpanKind; readonly attributes: Attributes };
}

/**
 * Caches an application's statements by their text. Texts are constants of the code with values as parameters, so there are a few hundred; beyond the
 * maximum a text is neither prepared nor cached, and costs a little more each time. A text that is planned each time is not cached either, because
 * lists have one for each combination of filters.
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
      isPrepared && !text.includes(REPLANNED)
        ? `s_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
        : undefined,
    spanName: `${verb} ${applicationName}`,
    spanOptions: {
      kind: SpanKind.CLIENT,
      attributes: { 'db.system.name': 'postgresql', 'db.query.text': text },
    },
  };
}
