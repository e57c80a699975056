/** Maximum length of a name in the text of a mail. */
const LENGTH_MAX = 80;

/** Maximum length of a name in a subject, of which mail programs show little. */
export const SUBJECT_NAME_MAX = 40;

/**
 * Returns a name for mails to people who do not know who chose it: on one line, without control characters, and without anything that mail programs
 * turn into a link.
 */
export function plainName(name: string, lengthMax = LENGTH_MAX): string {
  const text = name
    .normalize('NFKC')
    // Control characters, direction marks, and invisible characters.
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    // Mail programs detect an address or link by these characters only without a space after them.
    .replaceAll(/([.@:\u3002]|\/\/)(?=\S)/gu, '$1 ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const characters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  return characters.length > lengthMax ? `${characters.slice(0, lengthMax - 1).join('')}…` : text;
}
