import { createBodyRoom, noRoomForBodies } from '@svc/chassis/bodies/body-room';
import type { Log } from '@svc/chassis/logging/log';
import { fromTrustedProxy } from '@svc/http-host/http/client-address';
import { beginHost, endHost } from '@svc/http-host/http/host-app';
import { createSettingsReader } from '@svc/http-host/http/public-settings';
import type { OperationCatalog } from '@svc/operations/registry/catalog';
import { OPERATIONS } from '@svc/operations/registry/registry';
import { isForAgents, isForUsers } from '@svc/operations/run/checks';
import type { Clients } from '@svc/operations/run/clients';
import express, { type Express, type Request } from 'express';
import type { GatewayConfig } from './config.js';
import { healthRoutes } from './health/health-routes.js';
import type { Readiness } from './health/readiness.js';
import { createMaintenanceCheck } from './http/maintenance.js';
import { approvalOriginOf, isOwnHostOf, publicOriginOf } from './http/public-origin.js';
import { commonHeaders } from './http/security-headers.js';
import { createForwarders } from './proxies/forward.js';
import { serviceProxy } from './proxies/service-proxy.js';
import type { Authenticate } from './sessions/authenticator.js';
import type { SessionLimit } from './sessions/session-limit.js';
import { agentBridge } from './surfaces/agent-bridge/agent-bridge.js';
import { BRIDGE_PATH, bridgeChallenge } from './surfaces/agent-bridge/bridge.js';
import { identifyAgents } from './surfaces/agent-bridge/bridge-caller.js';
import type { BridgeLimits } from './surfaces/agent-bridge/bridge-limits.js';
import type { ToolCallRecorder } from './surfaces/agent-bridge/tool-call-recorder.js';
import { dashboardRoutes } from './surfaces/dashboard.js';
import { docsPages } from './surfaces/docs-pages/docs-pages.js';
import type { BotKeys } from './surfaces/documents/bot-keys.js';
import { documentRoutes } from './surfaces/documents/document-routes.js';
import { API_PATH } from './surfaces/operation-calls.js';
import { agentAuthorizationPage } from './surfaces/pages/agent-authorization-page.js';
import { confirmAddressPage } from './surfaces/pages/confirm-address-page.js';
import { errorPage } from './surfaces/pages/error-page.js';
import { invitationPage } from './surfaces/pages/invitation-page.js';
import { reminderPage } from './surfaces/pages/reminder-page.js';
import { resetPasswordPage } from './surfaces/pages/reset-password-page.js';
import { sharePage } from './surfaces/pages/share-page.js';
import { readPublicTexts } from './surfaces/public-pages/pages.js';
import { publicPages } from './surfaces/public-pages/public-pages.js';
import type { AppFiles } from './web/app-files.js';
import { appRoutes } from './web/app-routes.js';
import { brandRoutes } from './web/brand-routes.js';

export interface AppDependencies {
  readonly config: Pick<
    GatewayConfig,
    | 'appName'
    | 'appOrigin'
    | 'publicOrigin'
    | 'approvalOrigin'
    | 'shortenerOrigin'
    | 'docsUrl'
    | 'publicPagesDir'
    | 'agentKitUrl'
    | 'authReuseMs'
    | 'trustedProxies'
    | 'internalHttp'
    | 'bodyBytesMax'
  >;
  readonly version: string;
  /** Keys that sign requests in this installation's name, for the key directory. */
  readonly botKeys: BotKeys;
  readonly appFiles: AppFiles;
  readonly clients: Clients;
  readonly catalog: OperationCatalog;
  readonly authenticate: Authenticate;
  readonly agentLimits: BridgeLimits;
  readonly sessionLimit: SessionLimit;
  readonly recorder: ToolCallRecorder;
  readonly checkReadiness: () => Promise<Readiness>;
  readonly log: Log;
}

/** The gateway's HTTP application: its middleware and routes, in order. */
export function createApp(dependencies: AppDependencies): Express {
  const { config, version, clients, authenticate, sessionLimit, checkReadiness, log } = dependencies;
  const app = express();
  app.enable('case sensitive routing');
  app.set('trust proxy', config.trustedProxies);

  const originOf = (request: Request): string => config.appOrigin ?? `${request.protocol}://${request.host}`;
  const { appName, shortenerOrigin } = config;
  const publicTexts = readPublicTexts(config.publicPagesDir, shortenerOrigin);
  const described = {
    appName,
    version,
    operations: OPERATIONS,
    publicTexts,
    shortenerOrigin,
    publicOriginOf: publicOriginOf(config),
  };

  beginHost(app, { log, headers: commonHeaders(config), mayName: fromTrustedProxy(config.trustedProxies) });
  app.use(healthRoutes(version, checkReadiness));
  app.use(brandRoutes(dependencies.appFiles));
  const readSettings = createSettingsReader({ settings: clients.systemSettings, reuseMs: config.authReuseMs, log });
  const checkMaintenance = createMaintenanceCheck(readSettings);
  const { internalHttp, bodyBytesMax } = config;
  app.use(serviceProxy({ internalHttp, authenticate, checkMaintenance, originOf }));
  const parts = {
    clients,
    catalog: dependencies.catalog,
    authenticate,
    appName,
    shortenerOrigin,
    documentation: config,
  };
  const bodyRoom = createBodyRoom({ refusal: noRoomForBodies });
  const surfaceParts = {
    ...parts,
    checkMaintenance,
    forwardFor: createForwarders(internalHttp),
    bodyBytesMax,
    bodyRoom,
  };
  const pageOptions = { ...parts, originOf };
  app.use(reminderPage(pageOptions));
  // Before the documents, because most requests call operations.
  app.use(
    API_PATH,
    dashboardRoutes({ ...surfaceParts, operations: OPERATIONS.filter(isForUsers), sessionLimit, originOf }),
  );
  const { publicOrigin, docsUrl } = config;
  app.use(documentRoutes({ ...described, publicOrigin, docsUrl, botKeys: dependencies.botKeys }));
  const isSignUpOpen = async (): Promise<boolean> => (await readSettings())?.allowPublicSignup ?? true;
  app.use(publicPages({ appName, publicTexts, shortenerOrigin, originOf, publicOrigin, isSignUpOpen }));
  app.use(docsPages(described));
  app.use(
    BRIDGE_PATH,
    agentBridge({
      ...surfaceParts,
      operations: OPERATIONS.filter(isForAgents),
      identifyAgent: identifyAgents(authenticate),
      publicOriginOf: described.publicOriginOf,
      approvalOriginOf: approvalOriginOf(config),
      isOwnHost: isOwnHostOf(config),
      limits: dependencies.agentLimits,
      recorder: dependencies.recorder,
      version,
      log,
    }),
  );
  app.use(sharePage(pageOptions));
  app.use(agentAuthorizationPage(pageOptions));
  app.use(invitationPage(pageOptions));
  app.use(resetPasswordPage(pageOptions));
  app.use(confirmAddressPage(pageOptions));
  app.use(appRoutes({ files: dependencies.appFiles, originOf }));
  const challenge = bridgeChallenge(described.publicOriginOf);
  endHost(app, { log, challenge, pageOf: errorPage(appName), bases: [API_PATH, BRIDGE_PATH] });
  return app;
}
