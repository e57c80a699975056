import http from 'node:http';
import https from 'node:https';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Log } from '@svc/chassis/logging/log';
import { inSpan, SpanKind } from '@svc/chassis/telemetry/spans';
import { Client, S3Error } from 'minio';
import { checkFolder, checkKey } from './object-keys.js';
import type { ObjectStore, StoredObject } from './object-store.js';
import { readSized, type SizedStream } from './sized-stream.js';
import { measureStoreOperation } from './store-metrics.js';
import { storeUnavailable } from './store-unavailable.js';

/** Idle timeout in milliseconds of a request before its response begins. */
const IDLE_MS_MAX = 10_000;

/** Idle timeout in milliseconds during a response; longer, because a slow reader of an object stalls it. */
const READ_IDLE_MS_MAX = 120_000;

/** Bytes written to the connection at once, so that encrypting a large object does not block the event loop. */
const SLICE_BYTES = 262_144;

/** Maximum connections of a process to the store; further requests wait. */
const CONNECTIONS_MAX = 64;

/** Seconds within which a signed upload must begin. */
const SIGNED_SECONDS = 300;

export interface S3Options {
  /** Scheme, host and port. */
  readonly endpoint: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly bucket: string;
  readonly region: string;
}

/** Objects in one bucket of any S3-compatible store. Creates a missing bucket before the first object, if allowed. */
export function openS3Store(options: S3Options, log: Log): ObjectStore {
  const { bucket } = options;
  const connection = createConnection(new URL(options.endpoint));
  const client = createClient(options, connection);
  let bucketIsReady: Promise<void> | undefined;

  return {
    put: (key, content) =>
      inStoreSpan('put', async () => {
        checkKey(key);
        bucketIsReady ??= makeBucket(client, options, log);
        await bucketIsReady.catch((error: unknown) => {
          bucketIsReady = undefined;
          throw storeUnavailable(error);
        });
        const url = await orUnavailable(() => client.presignedPutObject(bucket, key, SIGNED_SECONDS));
        const sized = content instanceof Uint8Array ? sliced(content) : content;
        await upload(connection, url, sized);
      }),
    async read(key, range) {
      checkKey(key);
      const read = (): Promise<Readable> =>
        range ? client.getPartialObject(bucket, key, range.offset, range.bytes) : client.getObject(bucket, key);
      return inStoreSpan('read', () => orNull(read));
    },
    async stat(key) {
      checkKey(key);
      const found = await inStoreSpan('stat', () => orNull(() => client.statObject(bucket, key)));
      return found && { key, bytes: found.size, modifiedAt: found.lastModified };
    },
    async delete(key) {
      checkKey(key);
      await inStoreSpan('delete', () => orNull(() => client.removeObject(bucket, key)));
    },
    list: (folder) => listObjects(client, bucket, checkFolder(folder)),
    check: () => inStoreSpan('check', () => checkAccess(client, bucket)),
    close: () => connection.agent.destroy(),
  };
}

interface Connection {
  readonly agent: http.Agent;
  readonly request: (
    options: http.RequestOptions,
    onResponse?: (response: http.IncomingMessage) => void,
  ) => http.ClientRequest;
}

function createConnection(endpoint: URL): Connection {
  const module = endpoint.protocol === 'https:' ? https : http;
  const agent = new module.Agent({ keepAlive: true, timeout: IDLE_MS_MAX, maxSockets: CONNECTIONS_MAX });
  return {
    agent,
    request: (options, onResponse) => {
      const request = module.request({ ...options, agent }, onResponse);
      request.setTimeout(IDLE_MS_MAX, () => request.destroy(new Error('The store was silent for too long.')));
      request.once('response', () => request.setTimeout(READ_IDLE_MS_MAX));
      return request;
    },
  };
}

function createClient({ endpoint, accessKey, secretKey, region }: S3Options, { request }: Connection): Client {
  const { protocol, hostname, port } = new URL(endpoint);
  return new Client({
    endPoint: hostname,
    ...(port ? { port: Number(port) } : {}),
    useSSL: protocol === 'https:',
    accessKey,
    secretKey,
    region,
    transport: { request: request as typeof http.request },
    // The client's own retries write to the console; callers retry instead.
    retryOptions: { disableRetry: true },
  });
}

/** Error codes that still prove valid credentials: the bucket may be created later, and listing may not be allowed. */
const KNOWN_CALLER = new Set(['NoSuchBucket', 'AccessDenied']);

async function checkAccess(client: Client, bucket: string): Promise<void> {
  try {
    for await (const _object of client.listObjectsV2(bucket, 'sha256/00/00/')) break;
  } catch (error) {
    if (!(error instanceof S3Error && KNOWN_CALLER.has(error.code ?? ''))) throw error;
  }
}

/** Creates the bucket if missing. If creating or even listing buckets is not allowed, storing the first object shows whether it exists. */
async function makeBucket(client: Client, { bucket, region }: S3Options, log: Log): Promise<void> {
  try {
    if (await client.bucketExists(bucket)) return;
    await client.makeBucket(bucket, region);
    log.info({ bucket }, 'created the bucket');
  } catch (error) {
    if (!(error instanceof S3Error)) throw error;
    const isThere = error.code === 'BucketAlreadyOwnedByYou' || error.code === 'BucketAlreadyExists';
    if (!isThere) log.warn({ err: error, bucket }, 'cannot check whether the bucket exists');
  }
}

/**
 * Uploads the object to a signed address. The client library would hash the whole object for the signature, which blocks the process; with a signed
 * address the body is unsigned, and is protected by TLS or the network.
 */
async function upload(connection: Connection, url: string, content: SizedStream): Promise<void> {
  const { protocol, hostname, port, pathname, search } = new URL(url);
  const request = connection.request({
    method: 'PUT',
    protocol,
    hostname,
    port,
    path: pathname + search,
    headers: { 'Content-Length': content.bytes, 'Content-Type': 'application/octet-stream' },
  });
  const answered = new Promise<http.IncomingMessage>((resolve, reject) => {
    request.once('response', resolve);
    request.once('error', reject);
  });
  let sourceError: unknown;
  const source = async function* (): AsyncGenerator<Uint8Array> {
    try {
      yield* readSized(content);
    } catch (error) {
      sourceError = error;
      throw error;
    }
  };
  try {
    const [response] = await Promise.all([answered, pipeline(source, request)]);
    const body = await text(response);
    if (response.statusCode === 200) return;
    const code = /<Code>([^<]{1,100})<\/Code>/.exec(body)?.[1] ?? '';
    throw new Error(`The store answered ${response.statusCode} ${code}.`);
  } catch (error) {
    throw sourceError ?? storeUnavailable(error);
  }
}

function sliced(bytes: Uint8Array): SizedStream {
  const slices = function* (): Generator<Uint8Array> {
    for (let at = 0; at < bytes.byteLength; at += SLICE_BYTES) yield bytes.subarray(at, at + SLICE_BYTES);
  };
  return { stream: Readable.from(slices(), { objectMode: false }), bytes: bytes.byteLength };
}

async function* listObjects(client: Client, bucket: string, folder: string): AsyncGenerator<StoredObject> {
  const items = client.listObjectsV2(bucket, folder, true) as AsyncIterable<ListedItem>;
  try {
    for await (const { name, size, lastModified } of items) {
      if (name !== undefined) yield { key: name, bytes: size, modifiedAt: lastModified ?? new Date(0) };
    }
  } catch (error) {
    if (!isMissing(error)) throw storeUnavailable(error);
  }
}

interface ListedItem {
  readonly name?: string;
  readonly size: number;
  readonly lastModified?: Date;
}

async function orNull<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (isMissing(error)) return null;
    throw storeUnavailable(error);
  }
}

async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw storeUnavailable(error);
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof S3Error && ['NotFound', 'NoSuchKey', 'NoSuchBucket'].includes(error.code ?? '');
}

/** Runs store work in a span, without bucket or key, because keys identify users' images. */
function inStoreSpan<T>(action: string, work: () => Promise<T>): Promise<T> {
  return inSpan(`S3 ${action}`, { kind: SpanKind.CLIENT }, () => measureStoreOperation(action, work));
}
