/** Valid inputs for every agents' operation, using the records of a shared world. */
import { viewcheckEvidence } from '@svc/operations/evidence/viewcheck-evidence';
import type { Operation } from '@svc/operations/registry/define-operation';
import { videoUrl } from '../answers.ts';
import type { SharedWorld } from '../sharing/everything-shared.ts';
import { newSlug } from '../short-links/short-link-visits.ts';
import { sampleInput } from './sample-input.ts';

/** Addresses that a teammate also has, so that the operation looks up the teammate's name. */
const KNOWN_TO_BOTH = { contact: 'maya@example.com', influencer: 'jonas@example.com', new: 'both@example.com' };

type Fields = (world: SharedWorld) => object;

const UNKNOWN_TIMES = { from: undefined, to: undefined };
/** An input without optional fields, because each action accepts only a few of them. */
const NO_EVIDENCE = Object.fromEntries(Object.keys(viewcheckEvidence.input.shape).map((field) => [field, undefined]));

const unread: Fields = () => ({ contentBase64: undefined });

/** A number that no input has used yet. */
const next = (() => {
  let last = 31;
  return () => (last += 1);
})();

/** Field values for rules that the schema does not express. */
const FIELDS: Readonly<Record<string, Fields>> = {
  'approvals.request': ({ ids }) => ({ operation: 'tasks.delete', input: { taskId: ids['taskId'] } }),
  'deals.update': () => ({ status: 'active', promoCode: `SPRING${next()}` }),
  'payments.create': () => ({ status: 'paid' }),
  'payments.update': () => ({ status: 'paid' }),
  'deals.add_video': () => ({ url: videoUrl(next()) }),
  'deals.update_video': () => ({ url: undefined }),
  'deals.add_view_log': () => ({ checkedAt: '2026-05-01' }),
  'deals.update_view_log': () => ({ checkedAt: '2026-05-02' }),
  'deals.list': () => ({ after: undefined }),
  'tasks.list': () => ({ after: undefined }),
  'contacts.list': () => ({ after: undefined }),
  'influencers.list': () => ({ after: undefined }),
  'short_links.list': () => ({ after: undefined }),
  'deals.due_views': () => ({ after: undefined, until: undefined }),
  'deals.view_logs': () => ({ ...UNKNOWN_TIMES, logIds: undefined }),
  'deals.report': () => UNKNOWN_TIMES,
  'screenshots.list': () => UNKNOWN_TIMES,
  'activity.list': () => ({ ...UNKNOWN_TIMES, agent: undefined }),
  'agent_connection.list_calls': () => ({ ...UNKNOWN_TIMES, status: undefined, copilot: undefined }),
  'contacts.import': unread,
  'influencers.import': unread,
  'contacts.update': () => ({ email: KNOWN_TO_BOTH.contact }),
  'influencers.update': () => ({ email: KNOWN_TO_BOTH.influencer }),
  'contacts.create': () => ({ email: KNOWN_TO_BOTH.new }),
  'influencers.create': () => ({ email: KNOWN_TO_BOTH.new }),
  'short_links.create': () => ({ url: 'https://example.com/page', slug: newSlug(), expiresAt: undefined }),
  'short_links.update': () => ({ url: 'https://example.com/page', expiresAt: undefined }),
  'screenshots.capture': () => ({
    sourceUrl: 'https://page.example.com/never-seen',
    captureUrl: undefined,
    screenshotId: undefined,
    selector: undefined,
    waitForSelector: undefined,
    clip: undefined,
    quality: undefined,
    wait: false,
  }),
  'memory.create': () => ({ userApproved: true }),
  'context.search': () => ({ types: 'deals,screenshots,view_logs,short_links,contacts,influencers' }),
  'suggestions.create': ({ ids }) => ({
    targetType: 'task',
    targetId: ids['taskId'],
    proposedChange: { operation: 'tasks.create', input: { title: 'Call' } },
  }),
  'templates.message.latest': () => ({ tag: undefined }),
  viewcheck_evidence: () => ({ ...NO_EVIDENCE, action: 'plan_video_search' }),
};

/** A valid input for the operation, with the ids of the world's records. */
export function inputOf({ name, input }: Operation, world: SharedWorld): object {
  const { ids, member } = world;
  const { dealTemplateId = '', templateId = '' } = ids;
  const known = {
    ...ids,
    templateId: name.startsWith('templates.deal') ? dealTemplateId : templateId,
    assigneeId: member.userId,
    currency: 'EUR',
    phone: '+46 70 123 45 67',
  };
  return { ...sampleInput(input, known), ...FIELDS[name]?.(world) };
}

/** Makes a teammate share the contacts that both have. */
export async function shareAddresses({ member, teamId }: SharedWorld): Promise<void> {
  for (const path of ['/contacts', '/influencers']) {
    for (const email of Object.values(KNOWN_TO_BOTH)) {
      const { body } = await member.post<{ id: string }>(`/api${path}`, { name: 'Known to both', email });
      const entityType = path.slice(1, -1);
      await member.post(`/api/teams/${teamId}/share`, { entityType, entityId: body.id });
    }
  }
}
