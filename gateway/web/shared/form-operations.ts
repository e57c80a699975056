/** The operations whose fields forms offer: the app gets the bounds of these, and of no others. */
export const FORM_OPERATIONS = [
  'admin.copilot.create_mcp_server',
  'admin.update_settings',
  'auth.update_account',
  'contacts.create',
  'copilot.update_conversation',
  'deals.add_video',
  'deals.create',
  'deals.update_view_log',
  'external_shares.create',
  'payments.create',
  'settings.update',
  'short_links.update',
  'tasks.create',
  'teams.create',
  'templates.deal.create',
  'templates.message.create',
] as const;

export type FormOperation = (typeof FORM_OPERATIONS)[number];

/** What the input of an operation says about one field, as far as a control can hold to it. */
export interface Bounds {
  /** Neither absent nor null: a field for it must be filled in. */
  readonly required?: true;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Accepts only whole numbers. */
  readonly step?: 1;
}
