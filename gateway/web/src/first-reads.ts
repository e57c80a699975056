/**
 * Asks for what the page that is opened begins with. Imported before everything else, so that the answers are on their way while React
 * and the page are still being read.
 */
import { HOME_PATH, isAppPath } from '@svc/web/shared/paths';
import { callEarly } from './api/call.js';
import { FIRST_DUE_VIEWS } from './today/first-due-views.js';

if (isAppPath(location.pathname)) {
  callEarly('auth.get_account', {});
  callEarly('settings.get', {});
}
if (location.pathname === HOME_PATH) callEarly('deals.due_views', FIRST_DUE_VIEWS);
