import type { IncomingMessage } from 'node:http';
import { VisitFailure } from '../visits/visit-failure.js';
import { type GuardedRequest, requestGuarded } from './request-guarded.js';

export interface TextRequest extends GuardedRequest {
  /** Maximum bytes of the response on the wire. */
  readonly bytesMax: number;
}

/** Fetches a text without following redirects. Throws as `requestGuarded` does, and `http_error` and `response_too_large`. */
export function fetchText(address: string, request: TextRequest): Promise<string> {
  return requestGuarded(address, request, (response) => readText(response, request.bytesMax));
}

async function readText(response: IncomingMessage, bytesMax: number): Promise<string> {
  const { statusCode = 0 } = response;
  if (statusCode !== 200)
    throw new VisitFailure('http_error', { message: `The host answered with status ${statusCode}.` });
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new VisitFailure('response_too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
