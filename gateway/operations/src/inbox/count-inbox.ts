import { optionalPart } from '@svc/chassis/grpc/optional-part';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';

const PARTS = ['invitations', 'accessRequests', 'suggestions', 'approvals', 'memories', 'dueViews'] as const;

/** Every page includes the total, so the smallest one suffices. */
const SMALLEST_PAGE = { pageSize: 1, skip: 0 };

/** Lists the due views as the Today page does. */
const DUE = { ...SMALLEST_PAGE, scope: 'mine-and-shared', includeLogs: false, includeScreenshots: false };

const Count = z.int().nullable();

export const countInbox = defineOperation({
  name: 'inbox.counts',
  summary: 'Count the items waiting for you',
  description: 'Counts that could not be read in time are null and named in `degraded`.',
  tier: 0,
  http: { method: 'GET', path: '/inbox/counts' },
  input: z.strictObject({}),
  output: z.object({
    invitations: Count.describe(
      'Open team invitations: all sent to your address once it is confirmed, otherwise those whose link you have opened while signed in.',
    ),
    accessRequests: Count.describe('Undecided requests for access to fields of your records.'),
    suggestions: Count.describe('Open suggestions.'),
    approvals: Count.describe('Undecided approvals that agents have requested.'),
    memories: Count.describe('Memories written by agents that you have neither kept nor archived.'),
    dueViews: Count.describe('Due view checks, yours and those shared with you.'),
    degraded: z.array(z.enum(PARTS)),
  }),
  run: async (_input, { clients }) => {
    const pending = { ...SMALLEST_PAGE, status: 'pending' };
    const [invitations, accessRequests, suggestions, approvals, memories, dueViews] = await Promise.all([
      count(() => clients.teams.listInvitations(SMALLEST_PAGE)),
      count(() => clients.accessRequests.listAccessRequests({ ...pending, asOwner: true })),
      count(() => clients.suggestions.listSuggestions({ ...SMALLEST_PAGE, status: 'open' })),
      count(() => clients.approvals.listApprovals(pending)),
      count(() => clients.memories.listMemories({ ...SMALLEST_PAGE, inInbox: true })),
      count(() => clients.dueViews.listDueViews(DUE)),
    ]);
    const counts = { invitations, accessRequests, suggestions, approvals, memories, dueViews };
    return { ...counts, degraded: PARTS.filter((part) => counts[part] === null) };
  },
});

/** Returns the number of rows; null when the service is unavailable. */
async function count(list: () => Promise<{ readonly totalSize: number }>): Promise<number | null> {
  return optionalPart(async (quickly) => (await quickly(list)).totalSize);
}
