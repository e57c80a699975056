import type { Readable } from 'node:stream';
import type { z } from 'zod';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type SuccessStatus = 200 | 201 | 202 | 204;

/** How an operation looks over HTTP; everything else about HTTP follows from the rest of its definition. */
export interface HttpRoute {
  /** Methods that mean the same; the first is the one that is documented first. */
  readonly method: HttpMethod | readonly [HttpMethod, ...HttpMethod[]];
  /** Path below the surface's own, with `:name` for inputs in it. */
  readonly path: string;
  /** Where it was in the release before: it answers there too, and no document says so. */
  readonly formerPath?: string;
  /** Status of success; default 200, and 204 without an output. A function decides by the output. */
  readonly status?: SuccessStatus | ((output: Readonly<Record<string, unknown>>) => SuccessStatus);
  /** What a status that is a function may be; 200 and 201 unless given. */
  readonly statuses?: readonly SuccessStatus[];
  /** Path of a created record below the surface's own, with `:name` for fields of the output. */
  readonly location?: string;
  /** The output is a file of this type, not JSON: a `ProducedFile`. */
  readonly produces?: 'text/csv';
  /** The output is a `SmallFile` of one of these types, not JSON; with `ranges` a `StreamedFile`. */
  readonly fileTypes?: readonly [string, ...string[]];
  /** The file is read while it is sent: one `Range` of it may be asked for, and `If-None-Match` is heeded. */
  readonly ranges?: true;
  /** Progress is sent as server-sent events, or as the output to clients that ask for JSON. */
  readonly events?: true;
  /** Name under which a file is saved that has none of its own; default the end of the path. */
  readonly filename?: string;
  /** The version in `If-Match` is compared with that of the record; without it the header is ignored. */
  readonly version?: 'checked';
  /** The operation takes no notice of `Idempotency-Key`: its answer is for one time, or it ends the account that would keep it. */
  readonly idempotencyKey?: 'ignored';
  /** Spells the codes of errors in lower case, on everything below the first segment of the path. */
  readonly errorCodes?: 'lower_case';
}

/** What a surface has to know of an operation to give it a route. */
export interface RoutedOperation {
  readonly name: string;
  /** 0 changes nothing, whatever its method. */
  readonly tier?: number;
  readonly http: HttpRoute;
  readonly input: z.ZodObject;
  /** Absent when success has no body, or is a file. */
  readonly output?: z.ZodType | undefined;
}

/** The same with what people and agents are told of it. */
export interface HttpOperation extends RoutedOperation {
  readonly summary: string;
  readonly description?: string;
}

/** A file that is made piece by piece, while it is sent. */
export interface ProducedFile {
  readonly pieces: AsyncIterable<string>;
  /** Name under which it is saved; that of the route when absent. */
  readonly filename?: string | undefined;
}

/** A file that is made as a whole. */
export interface SmallFile {
  readonly contentType: string;
  readonly content: string | Uint8Array;
}

/** A file that is read while it is sent: all of it, a range, or that it has not changed. */
export interface StreamedFile {
  /** 200, 206, 304 or 416. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Absent when the answer has no body. */
  readonly content?: Readable;
}

export function methodsOf({ http: { method } }: Pick<HttpOperation, 'http'>): readonly [HttpMethod, ...HttpMethod[]] {
  return typeof method === 'string' ? [method] : method;
}

/** The names in a path. */
export function namesInPath(path: string): ReadonlySet<string> {
  return new Set([...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? ''));
}

/** The path with its names replaced by these values, encoded. */
export function fillPath(path: string, values: Readonly<Record<string, unknown>>): string {
  return path.replaceAll(/:(\w+)/g, (_match, name: string) => encodeURIComponent(String(values[name])));
}
