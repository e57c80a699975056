/** The last field of a shortened change; `before` is the number of fields that are left out. */
export const NOT_SHOWN = 'fieldsNotShown';
