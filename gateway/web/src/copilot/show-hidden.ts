/** Characters that turn the direction of what follows, or are not seen, show as something strange; joiners are part of letters and signs. */
export function showHidden(text: string): string {
  return text.replaceAll(/[^\P{C}\n\t\u200C\u200D]/gu, '\uFFFD');
}
