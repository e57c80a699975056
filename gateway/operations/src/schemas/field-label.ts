/** The product's words for fields that it calls otherwise than their names do. */
const WORDS = new Map([
  ['postDate', 'Posted on'],
  ['viewCheckDays', 'Check days'],
  ['viewsTarget', 'View target'],
]);

/** Returns a label for a field: `totalViews` becomes "Total views", and `dealId` becomes "Deal", because its value names the deal. */
export function labelOf(name: string): string {
  const word = WORDS.get(name);
  if (word !== undefined) return word;
  const subject = name.replace(/^of(?=[A-Z])/, '').replace(/(?<=.)Id$/, '');
  const words = subject.replaceAll(/(?<=.)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/\burl\b/i, 'URL');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
