/** The value of a form field. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

/** The value of an optional field; null when empty. */
export function optionalText(form: FormData, name: string): string | null {
  return textOf(form, name).trim() || null;
}

/** The numbers between commas, each once, from the lowest. */
export function numbersOf(text: string): number[] {
  return [...new Set(listOf(text).map(Number))].toSorted((one, other) => one - other);
}

/** The texts between commas. */
export function listOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
