/** What was done to a page while it was open: evidence that is taken of it has to say so. */
export type PageChange = 'consent_rejected' | 'consent_hidden' | 'scrolled' | 'dialog_dismissed' | 'popup_closed';
