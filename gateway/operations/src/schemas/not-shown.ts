/** Stands at the end of a change of which not everything is shown, with how many fields are left out as `before`. */
export const NOT_SHOWN = 'fieldsNotShown';
