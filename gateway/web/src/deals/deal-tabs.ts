/** The parts of a deal's page, as its address names them. */
export const DEAL_TABS = ['overview', 'videos', 'views', 'money', 'activity'] as const;

export type DealTab = (typeof DEAL_TABS)[number];
