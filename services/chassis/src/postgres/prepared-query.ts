import { type PoolClient, Query, type QueryResult } from 'pg';

/** The part of the driver's connection that its types omit. */
interface WireConnection {
  describe(portal: object): void;
}

interface RowShape {
  readonly fields: unknown;
  readonly _parsers: unknown;
  readonly _prebuiltEmptyResultObject: unknown;
}

type Settle = (error: Error | null, result: QueryResult) => void;

/** The part of the driver's query that its types omit. */
interface WireQuery {
  name: string;
  callback: Settle;
  _result: RowShape;
  _accumulateRows: boolean;
  submit(connection: WireConnection): void;
  prepare(connection: WireConnection): void;
  handleRowDescription(message: unknown): void;
  handleCommandComplete(message: unknown, connection: WireConnection): void;
}

const DriverQuery = Query as unknown as new (text: string, values: readonly unknown[]) => WireQuery;

/** Row shapes of a connection's prepared statements. */
interface Described {
  /** Row shape by statement name; null for a statement without rows. */
  readonly shapes: Map<string, RowShape | null>;
  /** A wrapper of the connection that skips requesting the shape. */
  undescribing?: WireConnection;
}

const described = new WeakMap<PoolClient, Described>();

/**
 * A prepared statement that requests the shape of its rows only once per connection (Extended Query, PostgreSQL manual 54.2.3), because the server
 * refuses to run one whose shape has changed. Saves a message each way and rebuilding the parsers of a row.
 */
export function runPrepared(
  client: PoolClient,
  name: string,
  text: string,
  values: readonly unknown[],
): Promise<QueryResult> {
  const known = described.get(client) ?? { shapes: new Map<string, RowShape | null>() };
  described.set(client, known);
  return new Promise((resolve, reject) => {
    const query = new PreparedQuery(known, name, text, values, (error, result) =>
      error ? reject(error) : resolve(result),
    );
    client.query(query as unknown as Query);
  });
}

class PreparedQuery extends DriverQuery {
  readonly #known: Described;

  constructor(known: Described, name: string, text: string, values: readonly unknown[], settle: Settle) {
    super(text, values);
    this.#known = known;
    this.name = name;
    this.callback = settle;
  }

  override prepare(connection: WireConnection): void {
    const shape = this.#known.shapes.get(this.name);
    if (shape === undefined) {
      super.prepare(connection);
      return;
    }
    if (shape) {
      Object.assign(this._result, shape);
      this._accumulateRows = true;
    }
    this.#known.undescribing ??= Object.create(connection, { describe: { value: () => {} } }) as WireConnection;
    super.prepare(this.#known.undescribing);
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message);
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    this.#known.shapes.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
  }

  override handleCommandComplete(message: unknown, connection: WireConnection): void {
    super.handleCommandComplete(message, connection);
    if (!this.#known.shapes.has(this.name)) this.#known.shapes.set(this.name, null);
  }
}
