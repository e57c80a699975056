import type { ShareTable } from '@svc/records/sharing/visibility-predicate';
import type { Entity } from './visibility-table.js';

const CONTACTS = { table: 'deal.contact_team_shares', key: 'contact_id', records: 'deal.contacts', title: 'r.name' };

/** The table with the team shares of each entity. */
export const SHARE_TABLES: Readonly<Record<Entity, ShareTable>> = {
  deal: { table: 'deal.deal_team_shares', key: 'deal_id', records: 'deal.deals', title: 'r.name' },
  contact: { ...CONTACTS, only: `r.kind = 'contact'` },
  influencer: { ...CONTACTS, only: `r.kind = 'influencer'` },
  message_template: {
    table: 'deal.message_template_team_shares',
    key: 'message_template_id',
    records: 'deal.message_templates',
    title: 'r.name',
  },
  task: { table: 'deal.task_team_shares', key: 'task_id', records: 'deal.tasks', title: 'r.title' },
  deal_template: {
    table: 'deal.deal_template_team_shares',
    key: 'deal_template_id',
    records: 'deal.deal_templates',
    title: 'r.name',
  },
};
