import { createParser } from 'css-selector-parser';

const SELECTOR_LENGTH_MAX = 512;

const parse = createParser({ syntax: 'latest', strict: true });

export type CheckedSelector =
  | { readonly ok: true }
  /** `problem` follows the name of the field. */
  | { readonly ok: false; readonly problem: string };

/**
 * Whether a text is purely a CSS selector (Selectors Level 4): refuses the engines and pseudo-classes that browser drivers add (`text=`, `xpath=`,
 * `>>`, `:has-text()`), because they are invalid CSS.
 */
export function checkSelector(text: string): CheckedSelector {
  if (text.length > SELECTOR_LENGTH_MAX) {
    return { ok: false, problem: `has more than ${SELECTOR_LENGTH_MAX} characters; a shorter selector will do.` };
  }
  try {
    parse(text);
    return { ok: true };
  } catch {
    return { ok: false, problem: 'must be a plain CSS selector, such as "main h1" or "#player".' };
  }
}
