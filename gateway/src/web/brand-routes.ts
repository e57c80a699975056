import express, { type Request, type Response, type Router } from 'express';
import { refuseMethod } from '@svc/chassis/http/operation-routes';
import { appError } from '@svc/chassis/errors/app-error';
import type { AppFiles } from './app-files.js';

/** Browsers ask for it on their own, beside every page. */
const ICON_PATH = '/favicon.ico';
const FOLDER_PATH = '/brand';

/** Paths of `brandRoutes` beside its files. */
export const BRAND_PATHS: readonly string[] = [ICON_PATH];

/** The mark of the product and its pictures, which other sites may show. */
export function brandRoutes({ brand }: Pick<AppFiles, 'brand'>): Router {
  const routes = express.Router({ caseSensitive: true, strict: true });
  routes.use(FOLDER_PATH, answer);
  routes.all(ICON_PATH, answer);
  return routes;

  function answer(request: Request, response: Response): void {
    if (request.method !== 'GET' && request.method !== 'HEAD') throw refuseMethod(request, response, ['GET']);
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    response.removeHeader('Cache-Control');
    brand(request, response, () => {
      response.setHeader('Cache-Control', 'no-store');
      throw appError('NOT_FOUND', 'There is no such file.');
    });
  }
}
