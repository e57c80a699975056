import { mountRoutes } from '@svc/http-host/http/host-app';
import { DEVICE_FLOW_PATHS } from '@svc/http-host/oauth/device-flow-routes';
import express, { type NextFunction, type Request, type Response, type Router } from 'express';
import { BRIDGE_MCP_PATH } from '../documents/bridge.js';
import { BRIDGE_PATH, type BridgeOptions } from './bridge.js';
import { createNotes } from './bridge-calls.js';
import { bridgeRoutes, takeCallName } from './bridge-routes.js';
import { bridgeTools } from './bridge-tools.js';
import { SCHEMA_PATH, schemaRoute } from './schema-route.js';
import { SIGN_IN_OPERATIONS } from './sign-in-operations.js';
import { loginLinkRoutes, oauthRoutes } from './sign-in-routes.js';

const OAUTH_PATH = '/oauth';

/** Paths of the bridge besides those of operations. */
export const BRIDGE_PATHS: readonly string[] = [
  ...SIGN_IN_OPERATIONS.map(({ http }) => BRIDGE_PATH + http.path),
  ...DEVICE_FLOW_PATHS.map((path) => BRIDGE_PATH + OAUTH_PATH + path),
  BRIDGE_PATH + SCHEMA_PATH,
  BRIDGE_MCP_PATH,
];

/**
 * The routes for agents, relative to `BRIDGE_PATH`. Sign-in and the catalog are open to anyone; everything else, including unknown paths, needs a
 * valid token.
 */
export function agentBridge(options: BridgeOptions): Router {
  const routes = express.Router({ caseSensitive: true });
  mountRoutes(routes, loginLinkRoutes(options));
  const oauth = express.Router({ caseSensitive: true });
  mountRoutes(oauth, oauthRoutes(options));
  routes.use(OAUTH_PATH, oauth);
  mountRoutes(routes, [schemaRoute(options)]);

  const notes = createNotes();
  const authenticate = async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    takeCallName(request, response);
    notes.begin(request, await options.identifyAgent(request));
    next();
  };
  routes.use((request, response, next) => authenticate(request, response, next));
  mountRoutes(routes, [bridgeTools(options), ...bridgeRoutes(options, (request) => notes.of(request))]);
  return routes;
}
