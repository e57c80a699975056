/** Maximum length of the name that an agent gives itself or its channel. */
export const ACTOR_NAME_MAX = 100;

/** Such a name, in headers and stored records. */
export const ACTOR_NAME = /^[A-Za-z0-9 ._:@/-]{1,100}$/;

export const ACTOR_NAME_RULE = 'must be 1 to 100 characters: letters, digits, spaces, and `. _ : @ / -`.';
