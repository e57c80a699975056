import { createHash } from 'node:crypto';
import express, { type Router } from 'express';
import type { HostOperation } from '../host-operation.js';
import type { HostParts } from '../host-parts.js';
import { describeEverything } from './documents.js';

/** The public documents of this host. What stands below `/.well-known` and is none of them is not found. */
export function discoveryRoutes(operations: readonly HostOperation[], parts: HostParts): Router {
  const routes = express.Router({ caseSensitive: true });
  for (const { path, contentType, body } of describeEverything(operations, parts)) {
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
    routes.get(path, (request, response) => {
      response.setHeader('Content-Type', contentType);
      response.setHeader('Cache-Control', 'public, max-age=3600');
      response.setHeader('Access-Control-Allow-Origin', '*');
      response.setHeader('Access-Control-Expose-Headers', 'Link, ETag');
      response.setHeader('ETag', etag);
      response.removeHeader('X-Robots-Tag');
      if (request.headers['if-none-match'] === etag) response.status(304).end();
      else response.setHeader('Content-Length', body.length).end(request.method === 'HEAD' ? undefined : body);
    });
  }
  return routes;
}
