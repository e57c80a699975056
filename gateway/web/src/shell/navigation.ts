import type { LucideIcon } from 'lucide-react';
import { ClipboardPaste, Handshake, ListTodo } from 'lucide-react';
import type { AppPath } from '@svc/web/shared/paths';

export interface NavigationItem {
  readonly path: Exclude<AppPath, `${string}:${string}`>;
  readonly label: string;
  readonly icon: LucideIcon;
  /** Letter that leads there after `g`. */
  readonly letter?: string;
}

/** Pages in the side bar, by group. */
export const NAVIGATION: readonly { readonly group: string; readonly items: readonly NavigationItem[] }[] = [
  {
    group: 'Day',
    items: [
      { path: '/today', label: 'Today', icon: ListTodo, letter: 't' },
      { path: '/import', label: 'Import', icon: ClipboardPaste, letter: 'i' },
      { path: '/deals', label: 'Deals', icon: Handshake, letter: 'd' },
    ],
  },
];
