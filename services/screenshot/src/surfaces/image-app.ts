import type { Log } from '@svc/chassis/logging/log';
import { beginHost, endHost, mountRoutes } from '@svc/http-host/http/host-app';
import express, { type Express } from 'express';
import { imageRoutes, type ImageRoutesOptions } from './image-routes.js';

/** The internal HTTP listener, which only the gateway calls to transfer images. */
export function createImageApp(options: ImageRoutesOptions, log: Log): Express {
  const app = express();
  beginHost(app, { log, headers: {}, mayName: () => true });
  const routes = express.Router({ caseSensitive: true });
  mountRoutes(routes, imageRoutes(options));
  app.use(routes);
  endHost(app, { log });
  return app;
}
