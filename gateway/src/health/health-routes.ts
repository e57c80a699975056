import { refuseMethod } from '@svc/http-host/http/operation-routes';
import express, { type Router } from 'express';
import type { Readiness } from './readiness.js';

const PROBES = ['/healthz/live', '/healthz/ready'];

/** Paths of `healthRoutes`. */
export const HEALTH_PATHS: readonly string[] = ['/api/health', '/api/readiness', ...PROBES];

/** Liveness and readiness for people and platforms, and probes for pods, which do not depend on other services. */
export function healthRoutes(version: string, checkReadiness: () => Promise<Readiness>): Router {
  const routes = express.Router();
  const startedAt = performance.now();
  routes.get('/api/health', (_request, response) => {
    const uptimeSeconds = Math.floor((performance.now() - startedAt) / 1_000);
    response.json({ status: 'ok', service: 'gateway', version, uptimeSeconds });
  });
  routes.get('/api/readiness', async (_request, response) => {
    const readiness = await checkReadiness();
    if (readiness.status === 'failing') response.setHeader('Retry-After', '2');
    response.status(readiness.status === 'ready' ? 200 : 503).json(readiness);
  });
  routes.get(PROBES, (_request, response) => {
    response.json({ status: 'ok' });
  });
  routes.all([...HEALTH_PATHS], (request, response) => {
    throw refuseMethod(request, response, ['GET', 'HEAD']);
  });
  return routes;
}
