import { appError } from '@svc/chassis/errors/app-error';
import { sendKept } from '@svc/http-host/discovery/send-document';
import { refuseMethod } from '@svc/http-host/http/operation-routes';
import { MARK_FILES } from '@svc/http-host/pages/page-look';
import express, { type Request, type Response, type Router } from 'express';
import { type AppFiles, BRAND_CACHING } from './app-files.js';

const FOLDER_PATH = '/brand';
const MARKS = new Map(MARK_FILES.map((file) => [file.path, file]));

/** Paths of `brandRoutes` besides its files. */
export const BRAND_PATHS: readonly string[] = [...MARKS.keys()].filter((path) => !path.startsWith(FOLDER_PATH));

/** The product's logo and pictures, which other sites may show. */
export function brandRoutes({ brand }: Pick<AppFiles, 'brand'>): Router {
  const routes = express.Router({ caseSensitive: true, strict: true });
  routes.use(FOLDER_PATH, answer);
  for (const path of BRAND_PATHS) routes.all(path, answer);
  return routes;

  function answer(request: Request, response: Response): void {
    if (request.method !== 'GET' && request.method !== 'HEAD') throw refuseMethod(request, response, ['GET', 'HEAD']);
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    const mark = MARKS.get(request.baseUrl + request.path);
    if (mark) return sendKept(mark, request, response, BRAND_CACHING);
    response.removeHeader('Cache-Control');
    brand(request, response, () => {
      response.setHeader('Cache-Control', 'no-store');
      throw appError('NOT_FOUND', 'There is no such file.');
    });
  }
}
