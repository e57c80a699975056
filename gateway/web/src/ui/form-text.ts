/** What a field of a form holds. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

/** What a field that may be empty holds; null for nothing. */
export function optionalText(form: FormData, name: string): string | null {
  return textOf(form, name).trim() || null;
}

/** What a field of numbers holds; null for nothing. */
export function optionalNumber(form: FormData, name: string): number | null {
  const text = optionalText(form, name);
  return text === null ? null : Number(text);
}

/** What stands between commas. */
export function listOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
