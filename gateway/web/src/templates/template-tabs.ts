/** The kinds of templates, as the address names them. */
export const TEMPLATE_TABS = ['messages', 'deals'] as const;

export type TemplateTab = (typeof TEMPLATE_TABS)[number];
