/** Locales with known compact numbers and nouns. */
export const LOCALES = [
  'en', 'de', 'es', 'fr', 'it', 'pt', 'nl', 'sv', 'da', 'nb', 'fi', 'pl', 'cs', 'sk', 'hu', 'ro', 'bg', 'el', 'tr', 'ru', 'uk',
  'ar', 'fa', 'he', 'hi', 'bn', 'ur', 'id', 'ms', 'fil', 'vi', 'th', 'ja', 'ko', 'zh-Hans', 'zh-Hant',
] as const; // prettier-ignore

export type Locale = (typeof LOCALES)[number];

/** Alternative language codes used by pages. */
const OTHER_NAMES: ReadonlyMap<string, Locale> = new Map([
  ['no', 'nb'],
  ['nn', 'nb'],
  ['tl', 'fil'],
]);

const TAG_LENGTH_MAX = 35;

/** Returns the locale of a language tag such as `pt-BR` or `zh_TW`; null when invalid or unsupported. */
export function findLocale(tag: string | null | undefined): Locale | null {
  if (!tag || tag.length > TAG_LENGTH_MAX) return null;
  try {
    const { language, script } = new Intl.Locale(tag.trim().replaceAll('_', '-')).maximize();
    const name = language === 'zh' ? `zh-${script ?? ''}` : language;
    return LOCALES.find((locale) => locale === name) ?? OTHER_NAMES.get(name) ?? null;
  } catch {
    return null;
  }
}
