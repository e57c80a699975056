/**
 * A separate script, the first one of a page for signed-in users. While the app loads, it requests the page's initial data, and warms up APIs that
 * are slow on first use.
 */
import { readEarly } from '../api/early-reads.js';
import { FIRST_DUE_VIEWS_URL } from '../today/first-due-views.js';

readEarly('/api/auth/me');
readEarly('/api/settings');
if (location.pathname === '/today') readEarly(FIRST_DUE_VIEWS_URL);

// The browser loads its locale data with the first format of each kind.
for (const format of [new Intl.NumberFormat('en'), new Intl.DateTimeFormat('en', { dateStyle: 'medium' })])
  format.format(0);
