/** Last field of a truncated change; `before` counts the omitted fields. */
export const NOT_SHOWN = 'fieldsNotShown';
