import { useNavigate } from '@tanstack/react-router';
import { useOperation } from '../api/queries.js';
import { addDays } from '../days/add-days.js';
import { keptImportOf, useImportDraft } from '../import/import-draft.js';
import { useSignedIn, useToday } from '../shell/account.js';
import { hideSteps, useAreStepsHidden, useIsReportCopied } from './kept-steps.js';
import { SAMPLE_DAYS_AGO, SAMPLE_LINKS } from './sample-links.js';

/** View counts, teammates' included, after which a user needs no guide. */
const COUNTS_MAX = 20;
/** Number of newest view counts and teams that are searched for the user's own. */
const COUNTS_READ = 50;
const TEAMS_READ = 50;

export interface Step {
  readonly title: string;
  readonly about: string;
  readonly isDone: boolean;
}

export interface Steps {
  readonly steps: readonly Step[];
  /** Opens Import with sample links; undefined once there are deals, or with a draft. */
  readonly trySample: (() => void) | undefined;
  readonly hide: () => void;
}

/** First steps of a new user; undefined until known, null when done, hidden or unreadable. */
export function useSteps(hasCountsToday: boolean): Steps | null | undefined {
  const isHidden = useAreStepsHidden();
  const isReported = useIsReportCopied();
  const enabled = !isHidden;
  const { user } = useSignedIn();
  const counts = useOperation('deals.view_logs', { scope: 'mine-and-shared', limit: COUNTS_READ }, { enabled });
  const deals = useOperation('deals.list', { limit: 1 }, { enabled });
  const agents = useOperation('agent_connection.get', { limit: 1 }, { enabled });
  const teams = useOperation('teams.list', { limit: TEAMS_READ }, { enabled });
  const trySample = useSample();
  const hasFailed = [counts, deals, agents, teams].some(({ failureCount }) => failureCount > 0);
  if (isHidden) return null;
  if (!counts.data || !deals.data || !agents.data || !teams.data) return hasFailed ? null : undefined;
  const hasDeals = deals.data.total > 0;
  // Teammates' records don't count.
  const hasCounts = hasCountsToday || counts.data.items.some(({ loggedBy }) => loggedBy.userId === user.id);
  const hasTeam = teams.data.items.some(({ role, memberCount }) => role === 'owner' && memberCount > 1);
  const steps: readonly Step[] = [
    {
      title: 'Import the videos you posted',
      about: 'Paste their links with the deal name above. The import creates the deals and their checks.',
      isDone: hasDeals || hasCounts,
    },
    {
      title: 'Record a view count',
      about: 'A check asks for the views of a video 1, 7 and 30 days after it was posted.',
      isDone: hasCounts,
    },
    {
      title: 'Copy a report',
      about: 'Each deal has the text for its sponsor, ready to send.',
      isDone: hasCounts && isReported,
    },
    {
      title: 'Bring a teammate or an agent',
      about: 'Share deals with a team, or let an AI agent count for you.',
      isDone: hasTeam || agents.data.status.state === 'connected',
    },
  ];
  if (counts.data.total >= COUNTS_MAX || steps.every(({ isDone }) => isDone)) return null;
  return { steps, trySample: hasDeals ? undefined : trySample, hide: hideSteps };
}

function useSample(): (() => void) | undefined {
  const { user } = useSignedIn();
  const today = useToday();
  const navigate = useNavigate();
  const { text } = useImportDraft(user.id);
  if (text.trim() !== '') return undefined;
  return () => {
    const postDate = addDays(today, -SAMPLE_DAYS_AGO);
    keptImportOf(user.id).change(() => ({ text: SAMPLE_LINKS, postDate, notes: {} }));
    void navigate({ to: '/import' });
  };
}
