import { Pool as DriverPool, type PoolClient, type QueryConfig } from 'pg';
import { trace } from '@opentelemetry/api';
import type { Log } from '../log.js';
import { inSpan } from '../telemetry/spans.js';
import { connectFailure, judgeFailure, sqlStateOf } from './database-errors.js';
import { createStatements, type Statement } from './statements.js';
import { typeParsers } from './type-parsers.js';

/** Milliseconds to wait for a free connection, and for a new one to be made. */
const CONNECT_TIMEOUT_MS = 2_000;
/** Milliseconds after the server's own statement timeout at which a silent server is given up. */
const SILENCE_MS = 2_000;
const IDLE_CONNECTION_MS = 60_000;
/** Milliseconds after which the server ends a transaction that its process has forgotten. */
const IDLE_TRANSACTION_MS = 30_000;

/** What a query answers. */
export interface Rows<Row> {
  readonly rows: Row[];
  /** Rows returned or changed. */
  readonly rowCount: number;
}

/** Runs SQL: a pool outside of transactions, a `Tx` inside of one. */
export interface Db {
  /**
   * One parameterized statement. Throws AppError `unavailable` when the database cannot be reached and `timeout` when it is too
   * slow; every other error is the driver's (see `constraintOf`).
   */
  query<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Rows<Row>>;
}

/** A connection that is taken from the pool until it is released. */
export interface Connection extends Db {
  /** Starts or ends a transaction; answers what the server says it did, such as `COMMIT`. */
  control(command: 'begin' | 'commit' | 'rollback'): Promise<string>;
  /** Must not be used again: it is lost, or nobody knows what the server is doing with it. */
  isBroken(): boolean;
  /** Gives the connection back; one that is broken, or still in a transaction, is closed instead. */
  release(): void;
}

export interface Pool extends Db {
  readonly log: Log;
  /** Throws AppError `unavailable` when none is free or can be made in time. */
  connect(): Promise<Connection>;
  /** Statements sent since the start, `begin` and `commit` included. */
  statementCount(): number;
  /** Connections open, those of them idle, and callers that wait for one. */
  usage(): { readonly total: number; readonly idle: number; readonly waiting: number };
  /** Waits for the connections in use, then closes all. */
  end(): Promise<void>;
}

export interface CreatePoolOptions {
  readonly connectionString: string;
  /** Most connections at once. */
  readonly max: number;
  /** Shown by the server's views and in the names of spans. */
  readonly applicationName: string;
  readonly log: Log;
  /** Milliseconds that one statement may take; 15 000 when unset. */
  readonly statementTimeoutMs?: number;
}

/** Connects when the first query asks for it. A database that is down never ends the process. */
export function createPool(options: CreatePoolOptions): Pool {
  const { log } = options;
  const driver = createDriver(options);
  const statementOf = createStatements(options.applicationName);
  let statementCount = 0;

  const connect = async (): Promise<Connection> => {
    const client = await driver.connect().catch((error: unknown) => {
      throw connectFailure(error);
    });
    return openConnection(client, statementOf, () => (statementCount += 1));
  };

  return {
    log,
    connect,
    async query<Row>(text: string, values?: readonly unknown[]): Promise<Rows<Row>> {
      const connection = await connect();
      try {
        return await connection.query<Row>(text, values);
      } finally {
        connection.release();
      }
    },
    statementCount: () => statementCount,
    usage: () => ({ total: driver.totalCount, idle: driver.idleCount, waiting: driver.waitingCount }),
    end: () => driver.end(),
  };
}

function createDriver({ log, statementTimeoutMs = 15_000, ...options }: CreatePoolOptions): DriverPool {
  const driver = new DriverPool({
    connectionString: options.connectionString,
    max: options.max,
    application_name: options.applicationName,
    types: typeParsers,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + SILENCE_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
  });
  driver.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'));
  // The pool listens to idle connections only; without a listener the loss of one in use would end the process.
  driver.on('connect', (client) => client.on('error', () => undefined));
  return driver;
}

function openConnection(
  client: PoolClient,
  statementOf: (text: string) => Statement,
  countStatement: () => void,
): Connection {
  let isBroken = false;

  const send = async (config: QueryConfig) => {
    countStatement();
    try {
      return await client.query(config);
    } catch (cause) {
      const failure = judgeFailure(cause);
      isBroken ||= failure.breaksConnection;
      const sqlState = sqlStateOf(cause);
      if (sqlState !== undefined) trace.getActiveSpan()?.setAttribute('db.response.status_code', sqlState);
      throw failure.error;
    }
  };

  /** Outside of a trace, as in a loop that looks for work, a statement gets no span: each would be a trace of its own. */
  const sendTraced = (config: QueryConfig, { spanName, spanOptions }: Statement) =>
    trace.getActiveSpan() ? inSpan(spanName, spanOptions, () => send(config)) : send(config);

  return {
    async query<Row>(text: string, values: readonly unknown[] = []): Promise<Rows<Row>> {
      const statement = statementOf(text);
      const config: QueryConfig = { text, values: values as unknown[] };
      if (statement.preparedName !== undefined) config.name = statement.preparedName;
      const result = await sendTraced(config, statement);
      return { rows: result.rows as Row[], rowCount: result.rowCount ?? 0 };
    },
    async control(command): Promise<string> {
      return (await sendTraced({ text: command }, statementOf(command))).command;
    },
    isBroken: () => isBroken,
    release() {
      client.release(isBroken || client.getTransactionStatus() !== 'I');
    },
  };
}
