import { trace } from '@opentelemetry/api';
import type { PoolClient, QueryResult } from 'pg';
import type { CallContext } from '../calls/call-context.js';
import { inSpan } from '../telemetry/spans.js';
import { requestCancel } from './cancel-request.js';
import { abandonedCall, databaseTimeout, databaseUnavailable, judgeFailure, sqlStateOf } from './database-errors.js';
import { runPrepared } from './prepared-query.js';
import type { Statement } from './statements.js';

/** Milliseconds that the server has to cancel a statement before the connection is discarded. */
const SILENCE_MS = 2_000;

/** A query's result. */
export interface Rows<Row> {
  readonly rows: Row[];
  /** Rows returned or changed. */
  readonly rowCount: number;
}

/** Runs SQL: a pool outside of transactions, a `Tx` inside one. */
export interface Db {
  /**
   * Runs one parameterized statement. Throws AppError `unavailable` when the database is unreachable and `timeout` when it is too slow; every other
   * error is the driver's (see `constraintOf`).
   */
  query<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Rows<Row>>;
  /** The same; returns the first row, null without one. */
  find<Row>(text: string, values?: readonly unknown[]): Promise<Row | null>;
  /** The same; returns the rows. */
  list<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** Builds a `Db` on a function that runs statements. */
export function dbOf(query: Db['query']): Db {
  return {
    query,
    find: async <Row>(text: string, values?: readonly unknown[]) => (await query<Row>(text, values)).rows[0] ?? null,
    list: async <Row>(text: string, values?: readonly unknown[]) => (await query<Row>(text, values)).rows,
  };
}

export interface ConnectionOptions {
  readonly client: PoolClient;
  /** The call that took the connection. */
  readonly call: CallContext | undefined;
  readonly statementOf: (text: string) => Statement;
  /** Timeout of a statement in milliseconds. */
  readonly statementTimeoutMs: number;
  readonly countStatement: () => void;
  readonly onRelease: (connection: Connection) => void;
}

interface Running {
  readonly fail: (error: unknown) => void;
  readonly mayBeAbandoned: boolean;
  /** Set once the server has been asked to cancel the statement. */
  cancelled?: Promise<void>;
}

/** A connection taken from the pool until it is released. */
export class Connection {
  readonly #options: ConnectionOptions;
  #running: Running | undefined;
  #isBroken = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  async query<Row>(text: string, values: readonly unknown[] = []): Promise<Rows<Row>> {
    if (this.#options.call?.isAbandoned) throw abandonedCall();
    const statement = this.#options.statementOf(text);
    const { client } = this.#options;
    const name = statement.preparedName;
    const run = (): Promise<QueryResult> =>
      name === undefined ? client.query(text, values as unknown[]) : runPrepared(client, name, text, values);
    const result = await this.#sendTraced(run, statement, true);
    return { rows: result.rows as Row[], rowCount: result.rowCount ?? 0 };
  }

  /** Starts or ends a transaction; returns the server's command tag, such as `COMMIT`. */
  async control(command: 'begin' | 'commit' | 'rollback'): Promise<string> {
    const { client, statementOf } = this.#options;
    return (await this.#sendTraced(() => client.query(command), statementOf(command), false)).command;
  }

  /** Whether the connection must not be used again: it is lost, or its state is unknown. */
  isBroken(): boolean {
    return this.#isBroken;
  }

  /** Releases the connection; one that is broken, or still in a transaction, is closed instead. */
  release(): void {
    const { client, onRelease } = this.#options;
    onRelease(this);
    client.release(this.#isBroken || client.getTransactionStatus() !== 'I');
  }

  /** Called when the call's caller has left: cancels the current statement and starts no other. A commit continues. */
  abandon(call: CallContext): void {
    if (call === this.#options.call && this.#running?.mayBeAbandoned) this.#interrupt();
  }

  /** Called when the server is silent: the current statement fails at once with AppError `unavailable`. */
  giveUp(cause: Error): void {
    this.#isBroken = true;
    this.#running?.fail(databaseUnavailable(cause));
  }

  /** Outside of a trace, as in a polling loop, a statement gets no span, because each would start a trace of its own. */
  #sendTraced(run: () => Promise<QueryResult>, statement: Statement, mayBeAbandoned: boolean): Promise<QueryResult> {
    const send = () => this.#send(run, mayBeAbandoned);
    return trace.getActiveSpan() ? inSpan(statement.spanName, statement.spanOptions, send) : send();
  }

  async #send(run: () => Promise<QueryResult>, mayBeAbandoned: boolean): Promise<QueryResult> {
    const { countStatement, statementTimeoutMs } = this.#options;
    // A second statement would have neither a timeout nor cancellation when its caller leaves.
    if (this.#running) throw new Error('A connection runs one statement at a time: await the one before.');
    countStatement();
    let timer: NodeJS.Timeout | undefined;
    try {
      const { promise, resolve, reject } = Promise.withResolvers<QueryResult>();
      this.#running = { fail: reject, mayBeAbandoned };
      timer = setTimeout(() => this.#interrupt(), statementTimeoutMs);
      run().then(resolve, reject);
      return await promise;
    } catch (cause) {
      // Makes the stack name the caller instead of the driver's socket handler.
      if (cause instanceof Error) Error.captureStackTrace(cause);
      const failure = judgeFailure(cause);
      this.#isBroken ||= failure.breaksConnection;
      const sqlState = sqlStateOf(cause);
      if (sqlState !== undefined) trace.getActiveSpan()?.setAttribute('db.response.status_code', sqlState);
      throw failure.error;
    } finally {
      clearTimeout(timer);
      // A late cancellation would hit the next statement.
      if (this.#running?.cancelled && !this.#isBroken) await this.#running.cancelled;
      this.#running = undefined;
    }
  }

  #interrupt(): void {
    const running = this.#running;
    if (!running || running.cancelled) return;
    running.cancelled = requestCancel(this.#options.client);
    setTimeout(() => {
      if (this.#running !== running) return;
      this.#isBroken = true;
      running.fail(databaseTimeout(new Error('The server was asked to cancel the statement and did not.')));
    }, SILENCE_MS).unref();
  }
}
