/**
 * A sentence about a field of the input: what begins with a small letter goes on after the field's name, anything else stands as it
 * is.
 */
export function aboutField(path: string, said: string): string {
  if (!/^[a-z]/.test(said)) return said;
  return `${path === '' ? 'The input' : `\`${path}\``} ${said}`;
}
