import type { LucideIcon } from 'lucide-react';
import { ListTodo } from 'lucide-react';
import type { AppPath } from '@svc/web/shared/paths';

export interface NavigationItem {
  readonly path: AppPath;
  readonly label: string;
  readonly icon: LucideIcon;
  /** Letter that leads there after `g`. */
  readonly letter?: string;
}

/** Pages in the side bar, by group. */
export const NAVIGATION: readonly { readonly group: string; readonly items: readonly NavigationItem[] }[] = [
  { group: 'Day', items: [{ path: '/today', label: 'Today', icon: ListTodo, letter: 't' }] },
];
