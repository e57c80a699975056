/** Name of the last field of a truncated change; its `before` is the number of omitted fields. */
export const NOT_SHOWN = 'fieldsNotShown';
