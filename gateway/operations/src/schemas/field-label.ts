/** The name of a field in words: `totalViews` is "Total views", and `dealId` the "Deal" that its value names. */
export function labelOf(name: string): string {
  const subject = name.replace(/^of(?=[A-Z])/, '').replace(/(?<=.)Id$/, '');
  const words = subject.replaceAll(/(?<=.)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/\burl\b/i, 'URL');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
