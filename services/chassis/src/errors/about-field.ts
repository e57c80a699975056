/** A sentence about an input field: text that starts with a lower-case letter follows the field's name, any other is a sentence of its own. */
export function aboutField(path: string, said: string): string {
  if (!/^[a-z]/.test(said)) return said;
  return `${path === '' ? 'The input' : `\`${path}\``} ${said}`;
}
