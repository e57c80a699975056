/** Words that the app's texts avoid; the guide in `gateway/web/README.md` lists replacements. */
import { parseSync, Visitor } from 'oxc-parser';

interface Breach {
  readonly line: number;
  readonly text: string;
}

const BANNED: readonly RegExp[] = [
  /\b(whoever|somebody|anybody|everybody|nobody)\b/i,
  /\b(stands?|comes?|stays?) here\b/i,
  /\bthat you\b/i,
  /\be-mails?\b/i,
  /\bcolours?\b/i,
  /\b(cannot|could not|does not|do not|is not|are not|has not|have not|will not)\b/i,
  /\bany more\b/i,
  /\bgiven out\b/i,
  /\bmake (a|an|the) (deal|link|team|invitation|account|task|template)\b/i,
  /\bswitch(ed)? (off|on)\b/i,
  /\breadings\b|\b(a|the|no|this) reading\b/i,
];

/** Finds the texts in a source that violate the guide. A single word without a capital is a name, not a text. */
export function findBannedWords(path: string, source: string): readonly Breach[] {
  const breaches: Breach[] = [];
  const judge = (start: number, text: string): void => {
    const words = text.replaceAll(/\s+/g, ' ').trim();
    if (!/^[A-Z]|[a-z] [a-z]/.test(words) || !BANNED.some((pattern) => pattern.test(words))) return;
    breaches.push({ line: source.slice(0, start).split('\n').length, text: words });
  };
  new Visitor({
    JSXText: ({ start, value }) => judge(start, value),
    Literal: ({ start, value }) => {
      if (typeof value === 'string') judge(start, value);
    },
    TemplateElement: ({ start, value }) => judge(start, value.cooked ?? ''),
  }).visit(parseSync(path, source).program);
  return breaches;
}
