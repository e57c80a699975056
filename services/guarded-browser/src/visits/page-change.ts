/** Changes made to a page during a visit, which the evidence must disclose. */
export type PageChange = 'consent_rejected' | 'consent_hidden' | 'scrolled' | 'dialog_dismissed' | 'popup_closed';
