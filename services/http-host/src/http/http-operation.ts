import type { Readable } from 'node:stream';
import type { z } from 'zod';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type SuccessStatus = 200 | 201 | 202 | 204;

/** An operation's mapping to HTTP; everything else follows from the rest of its definition. */
export interface HttpRoute {
  /** Equivalent methods; documentation uses the first. */
  readonly method: HttpMethod | readonly [HttpMethod, ...HttpMethod[]];
  /** Path below the surface's own, with `:name` for inputs in the path. */
  readonly path: string;
  /** Path in the previous release, which still works but is not documented. */
  readonly formerPath?: string;
  /** Status of success; by default 200, or 204 without an output. A function decides by the output. */
  readonly status?: SuccessStatus | ((output: Readonly<Record<string, unknown>>) => SuccessStatus);
  /** Possible results of a status function; by default 200 and 201. */
  readonly statuses?: readonly SuccessStatus[];
  /** Path of a created record below the surface's own, with `:name` for fields of the output. */
  readonly location?: string;
  /** The output is a file of this type, not JSON: a `ProducedFile`. */
  readonly produces?: 'text/csv';
  /** The output is a `SmallFile` of one of these types, not JSON; with `ranges` a `StreamedFile`. */
  readonly fileTypes?: readonly [string, ...string[]];
  /** The file is read while it is sent: clients may request one `Range`, and `If-None-Match` works. */
  readonly ranges?: true;
  /** Progress is sent as server-sent events, or as the output to clients that request JSON. */
  readonly events?: true;
  /** Name for saving a file without a name of its own; by default the end of the path. */
  readonly filename?: string;
  /** The version in `If-Match` is compared with the record's; otherwise the header is ignored. */
  readonly version?: 'checked';
  /** The operation ignores `Idempotency-Key`: its response must not be repeated, or it deletes the account for which it would be stored. */
  readonly idempotencyKey?: 'ignored';
  /** Spells error codes in lower case, for all paths with the same first segment. */
  readonly errorCodes?: 'lower_case';
}

/** The data with which a surface routes an operation. */
export interface RoutedOperation {
  readonly name: string;
  /** 0 changes nothing, regardless of the method. */
  readonly tier?: number;
  readonly http: HttpRoute;
  readonly input: z.ZodObject;
  /** Absent when success has no body, or is a file. */
  readonly output?: z.ZodType | undefined;
}

/** A routed operation with its texts for people and agents. */
export interface HttpOperation extends RoutedOperation {
  readonly summary: string;
  readonly description?: string;
}

/** A file produced in parts while it is sent. */
export interface ProducedFile {
  readonly pieces: AsyncIterable<string>;
  /** Name for saving the file; the route's when absent. */
  readonly filename?: string | undefined;
}

/** A file produced as a whole. */
export interface SmallFile {
  readonly contentType: string;
  readonly content: string | Uint8Array;
}

/** A file that is read while it is sent: as a whole, as a range, or "not modified". */
export interface StreamedFile {
  /** 200, 206, 304 or 416. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Absent when the response has no body. */
  readonly content?: Readable;
}

export function methodsOf({ http: { method } }: Pick<HttpOperation, 'http'>): readonly [HttpMethod, ...HttpMethod[]] {
  return typeof method === 'string' ? [method] : method;
}

/** Returns the names of the parameters in a path. */
export function namesInPath(path: string): ReadonlySet<string> {
  return new Set([...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? ''));
}

/** Replaces the parameters in a path with these values, encoded. */
export function fillPath(path: string, values: Readonly<Record<string, unknown>>): string {
  return path.replaceAll(/:(\w+)/g, (_match, name: string) => encodeURIComponent(String(values[name])));
}
