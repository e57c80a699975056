import { OPERATIONS } from '@svc/operations/registry/registry';
import { isForAgents, isForUsers } from '@svc/operations/run/checks';
import { APP_PATHS, GUESSED_PATHS, MOVED_PATHS, SIGN_IN_PATHS } from '@svc/web/shared/paths';
import { HEALTH_PATHS } from './health/health-routes.js';
import { BRIDGE_PATHS } from './surfaces/agent-bridge/agent-bridge.js';
import { BRIDGE_PATH } from './surfaces/agent-bridge/bridge.js';
import { DOCS_PATHS } from './surfaces/docs-pages/docs-pages.js';
import { DOCUMENT_ROUTE_PATHS } from './surfaces/documents/document-routes.js';
import { API_PATH } from './surfaces/operation-calls.js';
import { AGENT_AUTHORIZATION_PATHS } from './surfaces/pages/agent-authorization-page.js';
import { CONFIRM_ADDRESS_PATHS } from './surfaces/pages/confirm-address-page.js';
import { INVITATION_PATHS } from './surfaces/pages/invitation-page.js';
import { RESET_PASSWORD_PATHS } from './surfaces/pages/reset-password-page.js';
import { SHARE_PAGE_PATHS } from './surfaces/pages/share-page.js';
import { PUBLIC_PAGE_PATHS } from './surfaces/public-pages/public-pages.js';
import { BRAND_PATHS } from './web/brand-routes.js';

/** Every path that the gateway itself handles; names that begin with a colon match any segment. */
export const GATEWAY_PATHS: readonly string[] = [
  ...HEALTH_PATHS,
  ...BRAND_PATHS,
  ...DOCUMENT_ROUTE_PATHS,
  ...PUBLIC_PAGE_PATHS,
  ...DOCS_PATHS,
  ...BRIDGE_PATHS,
  ...OPERATIONS.filter(isForAgents).map(({ http }) => BRIDGE_PATH + http.path),
  ...OPERATIONS.filter(isForUsers).flatMap(({ http: { path, formerPath } }) =>
    [path, formerPath].flatMap((each) => (each === undefined ? [] : [API_PATH + each])),
  ),
  ...SHARE_PAGE_PATHS,
  ...AGENT_AUTHORIZATION_PATHS,
  ...INVITATION_PATHS,
  ...RESET_PASSWORD_PATHS,
  ...CONFIRM_ADDRESS_PATHS,
  ...SIGN_IN_PATHS,
  ...APP_PATHS,
  ...Object.keys(MOVED_PATHS),
  ...Object.keys(GUESSED_PATHS),
];
