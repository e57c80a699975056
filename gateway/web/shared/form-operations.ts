/** Operations with forms: the app includes only the bounds of these. */
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

/** The bounds of one field of an operation's input that a control can enforce. */
export interface Bounds {
  /** Must be neither absent nor null, so its field must be filled in. */
  readonly required?: true;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Accepts only whole numbers. */
  readonly step?: 1;
}
