import type { PlainAppPath } from '@svc/web/shared/paths';
import { useRouter } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import {
  ChartLine,
  ClipboardCopy,
  Contact,
  FileText,
  Handshake,
  LogOut,
  Megaphone,
  Monitor,
  Moon,
  Sparkles,
  SquareCheck,
  Sun,
  Users,
  Wallet,
} from 'lucide-react';
import { useSignedIn } from '../account.js';
import { startNewRecord } from '../new-record.js';
import { showPanel } from '../panel-state.js';
import { startSignOut } from '../start-sign-out.js';
import { readTheme, setTheme, type Theme, THEMES } from '../theme.js';
import type { Entry } from './entry.js';

/** Records that can be created from anywhere, and their pages. */
const NEW_RECORDS: readonly (readonly [title: string, path: PlainAppPath, icon: LucideIcon])[] = [
  ['New deal', '/deals', Handshake],
  ['New task', '/tasks', SquareCheck],
  ['New contact', '/contacts', Contact],
  ['New influencer', '/influencers', Megaphone],
  ['New payment', '/payments', Wallet],
  ['New template', '/templates', FileText],
  ['New team', '/teams', Users],
];

const THEME_ACTIONS: Readonly<Record<Theme, readonly [title: string, icon: LucideIcon]>> = {
  light: ['Use light theme', Sun],
  dark: ['Use dark theme', Moon],
  system: ['Match system theme', Monitor],
};

const OFTEN = new Set<PlainAppPath>(['/deals', '/tasks']);

/** The palette's actions on any page. */
export function useActions(): readonly Entry[] {
  const { user } = useSignedIn();
  const router = useRouter();
  const shown = readTheme();
  return [
    ...NEW_RECORDS.map(([title, path, icon]): Entry => ({
      ...action(title, icon),
      words: 'add create',
      ...(!OFTEN.has(path) && { isRare: true }),
      run: () => {
        startNewRecord(path);
        router.history.push(path);
      },
    })),
    { ...action('Record views…', ChartLine), words: 'count check', fill: 'record views ' },
    { ...action('Copy report…', ClipboardCopy), words: 'text sponsor', fill: 'copy report ' },
    { ...action('Ask the copilot beside the page', Sparkles), about: 'Ctrl J', run: () => showPanel(true) },
    ...THEMES.filter((theme) => theme !== shown).map((theme): Entry => ({
      ...action(...THEME_ACTIONS[theme]),
      words: 'color mode appearance',
      isRare: true,
      run: () => setTheme(theme),
    })),
    { ...action('Sign out', LogOut), words: 'log out exit', isRare: true, run: () => startSignOut(user.id) },
  ];
}

function action(title: string, icon: LucideIcon): Entry {
  return { group: 'Actions', title, icon, about: '', run: () => undefined };
}
