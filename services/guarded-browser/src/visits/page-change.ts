/** Changes made to a page while it was open, which its evidence must disclose. */
export type PageChange = 'consent_rejected' | 'consent_hidden' | 'scrolled' | 'dialog_dismissed' | 'popup_closed';
