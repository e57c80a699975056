/**
 * A script of its own, the first of a page for people who are signed in. While the app is on its way, it asks for what the page begins
 * with, and does what takes a slow processor long the first time.
 */
import { readEarly } from './api/early-reads.js';
import { FIRST_DUE_VIEWS_URL } from './today/first-due-views.js';

readEarly('/api/auth/me');
readEarly('/api/settings');
if (location.pathname === '/today') readEarly(FIRST_DUE_VIEWS_URL);

// The browser gathers the locales that it knows with the first format of each kind.
for (const format of [new Intl.NumberFormat('en'), new Intl.DateTimeFormat('en', { dateStyle: 'medium' })])
  format.format(0);
