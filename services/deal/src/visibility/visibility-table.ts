import type { Contact } from '@svc/proto/deal/v1/contact_service';
import type { Deal } from '@svc/proto/deal/v1/deal_service';
import type { Task } from '@svc/proto/deal/v1/task_service';
import type { DealTemplate, MessageTemplate } from '@svc/proto/deal/v1/template_service';

/**
 * Who sees a field of a record shared with a team: everyone in the team, only the owner, or users with an approved request for the entity's grant.
 */
type TeamRule = 'seen' | 'hidden' | 'granted';

/** Whether an external share shows a field: by default, only when the owner chooses it, or never. */
type ExternalRule = 'default' | 'optional' | 'never';

export interface FieldRule {
  readonly team: TeamRule;
  readonly external: ExternalRule;
}

/** Scopes of sensitive access that an owner can grant. */
export type GrantScope = 'deal.amount' | 'influencer.revenue';

export interface EntityRules {
  /** The grant that reveals the fields with the rule `granted`; null when there are none. */
  readonly grant: GrantScope | null;
  readonly fields: Readonly<Record<string, FieldRule>>;
}

/** All fields of a message except those about the caller's access, so that a new field does not compile without a rule. */
type RowsOf<Message> = Readonly<Record<Exclude<keyof Message, 'access' | 'mutualOwners'>, FieldRule>>;

const SEEN = { team: 'seen', external: 'never' } as const;
const SEEN_AND_SHOWN = { team: 'seen', external: 'default' } as const;
const SEEN_AND_OPTIONAL = { team: 'seen', external: 'optional' } as const;
const GRANTED_AND_OPTIONAL = { team: 'granted', external: 'optional' } as const;
const HIDDEN = { team: 'hidden', external: 'never' } as const;
const HIDDEN_AND_OPTIONAL = { team: 'hidden', external: 'optional' } as const;

/** Contacts and influencers differ in who sees the revenue. */
const CONTACT_FIELDS = {
  id: SEEN,
  ownerId: SEEN,
  kind: SEEN,
  name: SEEN_AND_SHOWN,
  email: SEEN_AND_OPTIONAL,
  phone: SEEN_AND_OPTIONAL,
  company: SEEN_AND_SHOWN,
  handles: SEEN_AND_OPTIONAL,
  tags: SEEN_AND_SHOWN,
  notes: HIDDEN,
  revenue: HIDDEN_AND_OPTIONAL,
  currency: SEEN_AND_OPTIONAL,
  createdAt: SEEN,
  updatedAt: SEEN,
  version: SEEN,
} satisfies RowsOf<Contact>;

/**
 * Who sees which field of which record, in one place; docs/visibility.md explains it. The owner sees everything, strangers nothing. Redaction,
 * search, exports, external shares and the generated test all follow this table. By default an external share shows no money, notes and contact data.
 */
export const VISIBILITY = {
  deal: {
    grant: 'deal.amount',
    fields: {
      id: SEEN,
      ownerId: SEEN,
      name: SEEN_AND_SHOWN,
      brand: SEEN_AND_SHOWN,
      status: SEEN_AND_SHOWN,
      promoCode: SEEN_AND_SHOWN,
      promoLink: SEEN_AND_OPTIONAL,
      price: GRANTED_AND_OPTIONAL,
      currency: SEEN_AND_OPTIONAL,
      viewsTarget: SEEN_AND_SHOWN,
      platform: SEEN_AND_SHOWN,
      postDate: SEEN_AND_SHOWN,
      contactName: SEEN_AND_OPTIONAL,
      contactId: SEEN,
      influencerId: SEEN,
      notes: SEEN_AND_OPTIONAL,
      tags: SEEN_AND_OPTIONAL,
      viewCheckDays: SEEN,
      videoCount: SEEN_AND_SHOWN,
      totalViews: SEEN_AND_SHOWN,
      nextDueDate: SEEN,
      pace: SEEN,
      createdAt: SEEN,
      updatedAt: SEEN,
      version: SEEN,
    } satisfies RowsOf<Deal>,
  },
  contact: { grant: null, fields: CONTACT_FIELDS },
  influencer: { grant: 'influencer.revenue', fields: { ...CONTACT_FIELDS, revenue: GRANTED_AND_OPTIONAL } },
  message_template: {
    grant: null,
    fields: {
      id: SEEN,
      ownerId: SEEN,
      name: SEEN,
      subject: SEEN,
      body: SEEN,
      tags: SEEN,
      // Names, types and sizes; only the owner gets the contents.
      attachments: SEEN,
      createdAt: SEEN,
      updatedAt: SEEN,
      version: SEEN,
    } satisfies RowsOf<MessageTemplate>,
  },
  deal_template: {
    grant: null,
    fields: {
      id: SEEN,
      ownerId: SEEN,
      name: SEEN,
      platform: SEEN,
      deliverables: SEEN,
      viewsTarget: SEEN,
      timelineDays: SEEN,
      price: HIDDEN,
      currency: SEEN,
      notes: SEEN,
      createdAt: SEEN,
      updatedAt: SEEN,
      version: SEEN,
    } satisfies RowsOf<DealTemplate>,
  },
  task: {
    grant: null,
    fields: {
      id: SEEN,
      ownerId: SEEN,
      title: SEEN,
      description: SEEN,
      status: SEEN,
      priority: SEEN,
      dueDate: SEEN,
      dealId: SEEN,
      dealName: SEEN,
      contactId: SEEN,
      contactName: SEEN,
      assigneeId: SEEN,
      canChangeStatus: SEEN,
      createdAt: SEEN,
      updatedAt: SEEN,
      version: SEEN,
    } satisfies RowsOf<Task>,
  },
} as const satisfies Readonly<Record<string, EntityRules>>;

export type Entity = keyof typeof VISIBILITY;

/** Names of the fields that a team member does not see. */
export function redactedFields(entity: Entity, isGranted: boolean): string[] {
  const { fields }: EntityRules = VISIBILITY[entity];
  return Object.entries(fields)
    .filter(([, { team }]) => team === 'hidden' || (team === 'granted' && !isGranted))
    .map(([name]) => name);
}

/** Names of the fields that the owner of an external share may choose, and those that are shown without a choice. */
export function externalFields(entity: Entity): { readonly allowed: string[]; readonly byDefault: string[] } {
  const { fields }: EntityRules = VISIBILITY[entity];
  const named = (rule: (external: string) => boolean): string[] =>
    Object.entries(fields)
      .filter(([, { external }]) => rule(external))
      .map(([name]) => name);
  return { allowed: named((external) => external !== 'never'), byDefault: named((external) => external === 'default') };
}
