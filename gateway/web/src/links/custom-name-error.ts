import { isApiError, refusedField } from '../api/api-error.js';

/** Errors about `slug`, which the form calls the custom name. */
const MESSAGES: Readonly<Record<string, string>> = {
  invalid_slug:
    'A custom name must have 3 to 64 letters, digits, hyphens and underscores, and begin with a letter or digit.',
  reserved_slug: 'This custom name is reserved. Choose another one.',
  slug_taken: 'This custom name is taken. Choose another one.',
};

/** The error of a new link, in the words of its form. */
export function withCustomName(error: unknown): unknown {
  const message = isApiError(error) ? MESSAGES[error.code] : undefined;
  return message === undefined ? error : refusedField('slug', message);
}
