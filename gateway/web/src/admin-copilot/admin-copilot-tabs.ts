/** The parts of the copilot's administration, as its address names them. */
export const ADMIN_COPILOT_TABS = ['overview', 'use', 'accounts', 'rotation', 'learning', 'servers'] as const;

export type AdminCopilotTab = (typeof ADMIN_COPILOT_TABS)[number];
