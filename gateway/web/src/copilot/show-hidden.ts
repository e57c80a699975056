/** Makes invisible characters and direction marks visible; joiners belong to letters and signs. */
export function showHidden(text: string): string {
  return text.replaceAll(/[^\P{C}\n\t\u200C\u200D]/gu, '\uFFFD');
}
