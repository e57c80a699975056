import { AppError } from '@svc/chassis/errors/app-error';
import type { Log } from '@svc/chassis/log';
import { OPERATIONS } from '@svc/operations/registry';
import type { Clients } from '@svc/operations/operation-context';
import express, { type Express, type Request } from 'express';
import type { GatewayConfig } from './config.js';
import { healthRoutes } from './health/health-routes.js';
import type { Readiness } from './health/readiness.js';
import { answerError } from './http/answer-error.js';
import { beginRequest, discoveryHeaders } from '@svc/chassis/http/begin-request';
import { createMaintenanceCheck } from './http/maintenance.js';
import type { Authenticate } from './sessions/authenticator.js';
import { shortenerProxy } from './proxies/shortener-proxy.js';
import { agentAuthorizationPage } from './surfaces/agent-authorization-page.js';
import { dashboardRoutes } from './surfaces/dashboard.js';
import { sharePage } from './surfaces/share-page.js';
import { describeApi } from './surfaces/openapi.js';

export interface AppDependencies {
  readonly config: Pick<GatewayConfig, 'appName' | 'appOrigin' | 'trustedProxies' | 'shortenerHttpAddress'>;
  readonly version: string;
  readonly clients: Clients;
  readonly authenticate: Authenticate;
  readonly checkReadiness: () => Promise<Readiness>;
  readonly log: Log;
}

/** The gateway's HTTP application: everything that a request passes, in its order. */
export function createApp({ config, version, clients, authenticate, checkReadiness, log }: AppDependencies): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('query parser', 'simple');
  app.set('trust proxy', config.trustedProxies);

  const originOf = (request: Request): string => config.appOrigin ?? `${request.protocol}://${request.host}`;
  const openApi = JSON.stringify(describeApi(OPERATIONS, config.appName, version));

  app.use(beginRequest(log, discoveryHeaders('')));
  app.use(healthRoutes(version, checkReadiness));
  // Browsers ask for it on their own, beside every page.
  app.get('/favicon.ico', (_request, response) => void response.status(204).end());
  app.get('/openapi.json', (_request, response) => {
    response.setHeader('Content-Type', 'application/openapi+json');
    response.end(openApi);
  });
  const checkMaintenance = createMaintenanceCheck(clients);
  const { shortenerHttpAddress } = config;
  app.use(shortenerProxy({ address: shortenerHttpAddress, authenticate, checkMaintenance, originOf }));
  const pageOptions = { clients, authenticate, originOf, appName: config.appName };
  app.use('/api', dashboardRoutes({ ...pageOptions, operations: OPERATIONS, checkMaintenance, shortenerHttpAddress }));
  app.use(sharePage(pageOptions));
  app.use(agentAuthorizationPage(pageOptions));
  app.use((_request, _response, next) => {
    next(new AppError('not_found', 'NOT_FOUND', 'There is no such path.'));
  });
  app.use(answerError(log));
  return app;
}
