/** The parts of the administration, as its address names them. */
export const ADMIN_TABS = ['users', 'system', 'audit'] as const;

export type AdminTab = (typeof ADMIN_TABS)[number];
