/** The parts of the administration, as its address names them. */
export const ADMIN_TABS = ['users', 'system', 'reports', 'deletions', 'audit'] as const;

export type AdminTab = (typeof ADMIN_TABS)[number];

/** Statuses of a report about a short link. */
export const REPORT_STATUSES = ['open', 'flagged', 'dismissed'] as const;

export type ReportStatus = (typeof REPORT_STATUSES)[number];
