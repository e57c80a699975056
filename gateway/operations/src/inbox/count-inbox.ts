import { optionalPart } from '@svc/chassis/grpc/optional-part';
import { z } from 'zod';
import { defineOperation } from '../define-operation.js';

const PARTS = ['invitations', 'accessRequests', 'suggestions', 'approvals', 'memories', 'dueViews'] as const;

/** Every page of a list includes the total, so the smallest is enough. */
const SMALLEST_PAGE = { pageSize: 1, skip: 0 };

/** Lists the due views as the Today page does. */
const DUE = { ...SMALLEST_PAGE, scope: 'mine-and-shared', includeLogs: false, includeScreenshots: false };

const Count = z.int().nullable();

export const countInbox = defineOperation({
  name: 'inbox.counts',
  summary: 'Count what waits for you',
  description: 'What could not be counted in time is null and is named in `degraded`.',
  tier: 0,
  http: { method: 'GET', path: '/inbox/counts' },
  input: z.strictObject({}),
  output: z.object({
    invitations: Count.describe(
      'Open invitations to teams: all to your address once it is confirmed, else those whose link you have opened while signed in.',
    ),
    accessRequests: Count.describe('Requests to see fields of your records that you have not decided.'),
    suggestions: Count.describe('Open suggestions.'),
    approvals: Count.describe('What agents have asked you to approve, and you have not decided.'),
    memories: Count.describe('What agents wrote into your memory, and you have neither kept nor archived.'),
    dueViews: Count.describe('View checks that are due, yours and those shared with you.'),
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
