/** The class of links among text. */
export const TEXT_LINK = 'text-accent underline underline-offset-2 hover:text-accent-strong';
