import type { Readable } from 'node:stream';
import type { z } from 'zod';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type SuccessStatus = 200 | 201 | 202 | 204;

/** How an operation maps to HTTP; everything else follows from the rest of its definition. */
export interface HttpRoute {
  /** Equivalent methods; the first is documented first. */
  readonly method: HttpMethod | readonly [HttpMethod, ...HttpMethod[]];
  /** Path below the surface's own, with `:name` for inputs in it. */
  readonly path: string;
  /** Its path in the previous release: it works there too, undocumented. */
  readonly formerPath?: string;
  /** Status of success; default 200, and 204 without an output. A function decides by the output. */
  readonly status?: SuccessStatus | ((output: Readonly<Record<string, unknown>>) => SuccessStatus);
  /** Possible results of a status function; 200 and 201 unless given. */
  readonly statuses?: readonly SuccessStatus[];
  /** Path of a created record below the surface's own, with `:name` for fields of the output. */
  readonly location?: string;
  /** The output is a file of this type, not JSON: a `ProducedFile`. */
  readonly produces?: 'text/csv';
  /** The output is a `SmallFile` of one of these types, not JSON; with `ranges` a `StreamedFile`. */
  readonly fileTypes?: readonly [string, ...string[]];
  /** The file is read while it is sent: clients may ask for one `Range`, and `If-None-Match` works. */
  readonly ranges?: true;
  /** Progress is sent as server-sent events, or as the output to clients that ask for JSON. */
  readonly events?: true;
  /** Name for saving a file that has none of its own; default the end of the path. */
  readonly filename?: string;
  /** The version in `If-Match` is compared with the record's; otherwise the header is ignored. */
  readonly version?: 'checked';
  /** The operation ignores `Idempotency-Key`: its answer is for one time, or it ends the account that would keep it. */
  readonly idempotencyKey?: 'ignored';
  /** Spells error codes in lower case, on everything below the first segment of the path. */
  readonly errorCodes?: 'lower_case';
}

/** What a surface needs to route an operation. */
export interface RoutedOperation {
  readonly name: string;
  /** 0 changes nothing, whatever its method. */
  readonly tier?: number;
  readonly http: HttpRoute;
  readonly input: z.ZodObject;
  /** Absent when success has no body, or is a file. */
  readonly output?: z.ZodType | undefined;
}

/** The same with the texts for people and agents. */
export interface HttpOperation extends RoutedOperation {
  readonly summary: string;
  readonly description?: string;
}

/** A file produced piece by piece while it is sent. */
export interface ProducedFile {
  readonly pieces: AsyncIterable<string>;
  /** Name for saving it; the route's when absent. */
  readonly filename?: string | undefined;
}

/** A file produced as a whole. */
export interface SmallFile {
  readonly contentType: string;
  readonly content: string | Uint8Array;
}

/** A file that is read while it is sent: all of it, a range, or "not modified". */
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

/** The parameters of a path. */
export function namesInPath(path: string): ReadonlySet<string> {
  return new Set([...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? ''));
}

/** The path with its parameters replaced by these values, encoded. */
export function fillPath(path: string, values: Readonly<Record<string, unknown>>): string {
  return path.replaceAll(/:(\w+)/g, (_match, name: string) => encodeURIComponent(String(values[name])));
}
