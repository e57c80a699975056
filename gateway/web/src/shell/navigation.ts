import type { PlainAppPath } from '@svc/web/shared/paths';
import type { LucideIcon } from 'lucide-react';
import {
  BadgeCheck,
  Bot,
  ChartLine,
  Clapperboard,
  ClipboardPaste,
  Contact,
  FileText,
  Handshake,
  History,
  Image,
  Inbox,
  LayoutDashboard,
  Link2,
  ListTodo,
  Megaphone,
  Settings,
  Share2,
  ShieldCheck,
  Sparkles,
  SquareCheck,
  Users,
  Wallet,
} from 'lucide-react';
import { type Badge, DueBadge, ImportBadge, InboxBadge } from './waiting-badges.js';

export interface NavigationItem {
  readonly path: PlainAppPath;
  readonly label: string;
  readonly icon: LucideIcon;
  /** Other words that find it in the palette. */
  readonly words?: string;
  /** Letter that opens it after `g`. */
  readonly letter?: string;
  /** Follows the label, such as a count of waiting items. */
  readonly badge?: Badge;
  /** Reached from another page; otherwise only by keys and the palette. */
  readonly isFromElsewhere?: true;
  /** Shown only to administrators. */
  readonly isForAdmins?: true;
}

/** Pages in the side bar, by group. */
export const NAVIGATION: readonly { readonly group: string; readonly items: readonly NavigationItem[] }[] = [
  {
    group: 'Work',
    items: [
      { path: '/today', label: 'Today', icon: ListTodo, letter: 't', badge: DueBadge },
      { path: '/import', label: 'Import', icon: ClipboardPaste, letter: 'i', badge: ImportBadge },
      { path: '/deals', label: 'Deals', icon: Handshake, letter: 'd' },
      { path: '/tasks', label: 'Tasks', icon: SquareCheck, letter: 'k' },
      { path: '/overview', label: 'Overview', icon: LayoutDashboard, letter: 'v' },
      { path: '/evidence', label: 'Evidence', icon: BadgeCheck, letter: 'e' },
      { path: '/inbox', label: 'Inbox', icon: Inbox, letter: 'n', badge: InboxBadge },
    ],
  },
  {
    group: 'People',
    items: [
      { path: '/contacts', label: 'Contacts', icon: Contact, letter: 'c' },
      { path: '/influencers', label: 'Influencers', icon: Megaphone },
    ],
  },
  {
    group: 'Results',
    items: [
      { path: '/videos', label: 'Videos', icon: Clapperboard },
      { path: '/views', label: 'Views', icon: ChartLine },
      { path: '/screenshots', label: 'Screenshots', icon: Image },
      { path: '/payments', label: 'Payments', icon: Wallet },
      { path: '/activity', label: 'Activity', icon: History },
    ],
  },
  {
    group: 'Sharing',
    items: [
      { path: '/teams', label: 'Teams', icon: Users, words: 'invite teammate member' },
      { path: '/shares', label: 'Shared links', icon: Share2 },
    ],
  },
  {
    group: 'Tools',
    items: [
      { path: '/copilot', label: 'Copilot', icon: Sparkles, letter: 'o' },
      { path: '/templates', label: 'Templates', icon: FileText },
      { path: '/links', label: 'Short links', icon: Link2, letter: 'l', words: 'shorten url' },
      { path: '/approvals', label: 'Approval history', icon: ShieldCheck, letter: 'p', isFromElsewhere: true },
      { path: '/agents', label: 'Agents', icon: Bot, letter: 'a', words: 'connect mcp token' },
    ],
  },
  {
    group: 'Account',
    items: [
      { path: '/settings', label: 'Settings', icon: Settings, words: 'password email account time zone currency' },
      { path: '/admin', label: 'Administration', icon: ShieldCheck, isForAdmins: true },
    ],
  },
];

type Viewer = { readonly role: 'user' | 'admin' };

/** The navigation for a user. */
export function navigationFor(user: Viewer): typeof NAVIGATION {
  return NAVIGATION.map(({ group, items }) => ({
    group,
    items: items.filter((item) => isFor(item, user) && !item.isFromElsewhere),
  }));
}

/** Every page that a user can open by name. */
export function pagesFor(user: Viewer): readonly NavigationItem[] {
  return NAVIGATION.flatMap(({ items }) => items.filter((item) => isFor(item, user)));
}

function isFor({ isForAdmins }: NavigationItem, { role }: Viewer): boolean {
  return !isForAdmins || role === 'admin';
}
