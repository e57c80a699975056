/** What a field of a form holds. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

/** What a field that may be empty holds; null for nothing. */
export function optionalText(form: FormData, name: string): string | null {
  return textOf(form, name).trim() || null;
}

/** What stands between commas. */
export function listOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
