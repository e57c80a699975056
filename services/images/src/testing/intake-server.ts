import { createServer, type IncomingMessage, request as httpRequest } from 'node:http';
import { json } from 'node:stream/consumers';
import { endRefusal } from '@svc/chassis/bodies/request-body';
import { runInCall } from '@svc/chassis/calls/call-context';
import { AppError } from '@svc/chassis/errors/app-error';
import { HTTP_STATUS } from '@svc/chassis/errors/statuses';
import { createLog } from '@svc/chassis/logging/log';
import { listenLocally } from '@svc/chassis/testing/local-listener';
import type { ObjectStore } from '@svc/objects/store/object-store';
import { createImageIntake, type ImageIntake, type ReceiveOptions, type Upload } from '../intake/image-intake.js';
import type { ImageLimits } from '../intake/image-request.js';

/** A response of the server. */
export interface IntakeAnswer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** The upload, or the error. */
  readonly body: Upload & { code: string; message: string; details: { path: string; message: string }[] };
}

/** An HTTP server that only accepts images, for the user in `x-user`. */
export interface IntakeServer {
  readonly port: number;
  readonly intake: ImageIntake;
  /** Error codes of refused uploads so far, in order. */
  refusals(): readonly string[];
  /** Uploads that have begun so far. */
  uploadCount(): number;
  /** Sends a body in one piece, or chunked when it is a list of pieces. */
  send(contentType: string, body: string | Buffer | readonly Buffer[], user?: string): Promise<IntakeAnswer>;
  sendJson(fields: Readonly<Record<string, unknown>>): Promise<IntakeAnswer>;
  sendForm(form: FormData): Promise<IntakeAnswer>;
  close(): Promise<void>;
}

export async function startIntakeServer(
  store: ObjectStore,
  limits: ImageLimits,
  options: ReceiveOptions = {},
): Promise<IntakeServer> {
  let uploadCount = 0;
  const refusals: string[] = [];
  const intake = createImageIntake({ store, limits, log: createLog('test', 'fatal') });
  const server = createServer((request, response) => {
    const answer = (status: number, body: object, retryAfter?: number): void => {
      response.statusCode = status;
      if (retryAfter !== undefined) response.setHeader('Retry-After', String(retryAfter));
      void endRefusal(request, response, JSON.stringify(body));
    };
    if (request.method === 'GET') return answer(200, {});
    uploadCount += 1;
    const userId = String(request.headers['x-user'] ?? 'ann');
    const call = { requestId: '', userId, deadline: Infinity, signal: new AbortController().signal };
    runInCall(call, () => intake.receive(request, options)).then(
      (upload) => answer(200, upload),
      (error: unknown) => {
        if (!(error instanceof AppError)) return answer(500, { code: 'INTERNAL', message: String(error) });
        const { kind, code, message, details, retryAfterSeconds } = error;
        refusals.push(code);
        answer(HTTP_STATUS[kind], { code, message, details }, retryAfterSeconds);
      },
    );
  });
  const { port, close } = await listenLocally(server);

  const send: IntakeServer['send'] = (contentType, body, user = 'ann') =>
    new Promise((resolve, reject) => {
      const pieces = typeof body === 'string' || Buffer.isBuffer(body) ? undefined : body;
      const length = pieces ? {} : { 'Content-Length': Buffer.byteLength(body as string | Buffer) };
      const headers = { 'Content-Type': contentType, 'x-user': user, ...length };
      // An idle connection may have been closed while a test built its next body.
      const to = { port, host: '127.0.0.1', method: 'POST', headers, agent: false } as const;
      const sent = httpRequest(to, (response) => {
        readAnswer(response).then(resolve, reject);
      });
      sent.on('error', reject);
      for (const piece of pieces ?? []) sent.write(piece);
      sent.end(pieces ? undefined : (body as string | Buffer));
    });

  return {
    port,
    intake,
    refusals: () => refusals,
    uploadCount: () => uploadCount,
    send,
    sendJson: (fields) => send('application/json', JSON.stringify(fields)),
    async sendForm(form) {
      const request = new Request('http://127.0.0.1/', { method: 'POST', body: form });
      return send(request.headers.get('content-type') ?? '', Buffer.from(await request.arrayBuffer()));
    },
    async close() {
      await close();
      await intake.close();
    },
  };
}

async function readAnswer(response: IncomingMessage): Promise<IntakeAnswer> {
  const body = (await json(response)) as IntakeAnswer['body'];
  return { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], body };
}
