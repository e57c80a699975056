import { request as startRequest } from 'node:http';
import type { Principal } from '@svc/chassis/calls/principal';
import type { ScreenshotService } from './screenshot-service.js';

export interface ImageRequest {
  /** Anonymous when unset. */
  readonly as?: Principal | undefined;
  /** Sent as JSON unless it is bytes or a form. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Fields of JSON responses that tests use. */
export interface AnsweredScreenshot {
  readonly screenshotId: string;
  readonly status: string;
  readonly grade: string | null;
  readonly detectedViews: number | null;
  readonly image: {
    readonly sha256: string;
    readonly contentType: string;
    readonly warnings: readonly string[];
  } | null;
  readonly shortLink: { readonly shortUrl: string } | null;
  readonly degraded: readonly string[];
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly details: readonly { readonly path: string; readonly message: string }[];
  };
}

export interface ImageAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  /** Parsed JSON body; empty when there is none. */
  readonly body: AnsweredScreenshot;
}

/** Calls the internal listener as the gateway does. */
export async function call(
  service: ScreenshotService,
  method: string,
  path: string,
  { as, body, headers = {} }: ImageRequest = {},
): Promise<ImageAnswer> {
  const isPlain = body instanceof Uint8Array || body instanceof FormData;
  const type = isPlain || body === undefined ? {} : { 'content-type': 'application/json' };
  const response = await fetch(service.url + path, {
    method,
    headers: { ...type, ...(await service.headersOf(as)), ...headers },
    ...(body === undefined ? {} : { body: isPlain ? plainBody(body) : JSON.stringify(body) }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = response.headers.get('content-type')?.includes('json') === true && bytes.length > 0;
  const parsed = (isJson ? JSON.parse(bytes.toString()) : {}) as AnsweredScreenshot;
  return { status: response.status, headers: response.headers, bytes, body: parsed };
}

/** Copies bytes into an ArrayBuffer of their own, as `fetch` requires. */
function plainBody(body: Uint8Array | FormData): Uint8Array<ArrayBuffer> | FormData {
  return body instanceof Uint8Array ? new Uint8Array(body) : body;
}

/** Reserves a screenshot and returns its id. */
export async function reserve(
  service: ScreenshotService,
  as: Principal,
  wanted: Partial<Parameters<ReturnType<ScreenshotService['shots']>['reserveScreenshot']>[0]> = {},
): Promise<string> {
  const { screenshot } = await service.shots(as).reserveScreenshot({ createShortLink: false, ...wanted });
  return screenshot?.screenshotId ?? '';
}

/** Uploads the image of a reserved screenshot. */
export function sendContent(
  service: ScreenshotService,
  as: Principal,
  id: string,
  bytes: Buffer,
): Promise<ImageAnswer> {
  return call(service, 'PUT', `/screenshots/${id}/content`, {
    as,
    body: bytes,
    headers: { 'content-type': 'image/png' },
  });
}

/** Reserves a screenshot, uploads its image, and returns its id. */
export async function keep(
  service: ScreenshotService,
  as: Principal,
  bytes: Buffer,
  wanted: Parameters<typeof reserve>[2] = {},
): Promise<string> {
  const id = await reserve(service, as, wanted);
  const { status, body } = await sendContent(service, as, id, bytes);
  if (status !== 200) throw new Error(`The image was rejected: ${JSON.stringify(body)}`);
  return id;
}

/** An upload whose body a test writes piece by piece. */
export interface OpenUpload {
  write(bytes: Buffer): Promise<void>;
  /** Ends the body, and resolves with the status. */
  end(): Promise<number>;
  /** Resolves with the status, which may arrive early. */
  readonly answered: Promise<number>;
  /** Breaks the connection. */
  drop(): void;
}

/** Starts an upload of so many bytes. */
export async function beginUpload(
  service: ScreenshotService,
  as: Principal,
  id: string,
  bytes: number,
): Promise<OpenUpload> {
  return openUpload(`${service.url}/screenshots/${id}/content`, bytes, {
    ...(await service.headersOf(as)),
    'content-type': 'image/png',
  });
}

/** Starts an upload to any URL. */
export function openUpload(url: string, bytes: number, own: Readonly<Record<string, string>>): OpenUpload {
  const headers = { ...own, 'content-length': String(bytes) };
  const request = startRequest(url, { method: 'PUT', headers });
  const { promise: status, resolve, reject } = Promise.withResolvers<number>();
  request.once('response', (response) => {
    response.resume();
    resolve(response.statusCode ?? 0);
  });
  request.once('error', reject);
  status.catch(() => undefined);
  return {
    write: (part) => new Promise((written) => void request.write(part, () => written())),
    end() {
      request.end();
      return status;
    },
    answered: status,
    drop: () => void request.destroy(),
  };
}
