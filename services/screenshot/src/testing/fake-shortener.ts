import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { VerifyAssertion } from '@svc/chassis/assertions/verify-assertion';
import type { Principal } from '@svc/chassis/calls/principal';
import { listenLocally } from '@svc/chassis/testing/local-listener';
import { SCREENSHOT_HEADER } from '@svc/image-routes/photo-routes';
import { v7 as newId } from 'uuid';

/** A photo sent to the shortener. */
export interface SentPhoto {
  readonly linkId: string;
  readonly principal: Principal;
  readonly idempotencyKey: string;
  /** The screenshot that the photo comes from, as its header says. */
  readonly screenshotId: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** A fake of the shortener's photo route: one link per idempotency key. */
export interface FakeShortener {
  /** Listening address, `host:port`. */
  readonly address: string;
  /** Accepted photos, in order. */
  readonly photos: SentPhoto[];
  /** Whether it drops every connection. */
  isAway: boolean;
  /** Status and code with which to refuse photos, of one user or of all. */
  refusal: { readonly status: number; readonly code: string; readonly userId?: string } | undefined;
  /** Runs before the next photo is answered. */
  beforeAnswer: (() => Promise<void>) | undefined;
  close(): Promise<void>;
}

export async function createFakeShortener(verify: VerifyAssertion): Promise<FakeShortener> {
  const linkIds = new Map<string, string>();
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { headers } = request;
    const content = await buffer(request);
    const answer = (status: number, body: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    const principal = await verify(String(headers['svc-assertion']));
    const userId = principal.kind === 'service' ? undefined : principal.userId;
    if (fake.refusal && (fake.refusal.userId ?? userId) === userId) {
      const { status, code } = fake.refusal;
      answer(status, { error: { code, message: 'No.', details: [] } });
      return;
    }
    const idempotencyKey = String(headers['idempotency-key']);
    const linkId = linkIds.get(idempotencyKey) ?? newId();
    linkIds.set(idempotencyKey, linkId);
    const screenshotId = String(headers[SCREENSHOT_HEADER]);
    const contentType = String(headers['content-type']);
    fake.photos.push({ linkId, principal, idempotencyKey, screenshotId, contentType, content });
    await fake.beforeAnswer?.();
    const shortUrl = `https://go.example/${linkId}`;
    answer(201, { id: linkId, shortUrl, photo: { directUrl: `${shortUrl}/raw` } });
  };
  const listener = await listenLocally((request, response) => {
    if (fake.isAway) request.destroy();
    else take(request, response).catch(() => response.destroy());
  });
  const fake: FakeShortener = {
    address: `127.0.0.1:${listener.port}`,
    photos: [],
    isAway: false,
    refusal: undefined,
    beforeAnswer: undefined,
    close: () => listener.close(),
  };
  return fake;
}
