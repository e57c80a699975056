// URL parsers drop tabs and line breaks silently, so an address with control characters is not what it looks like.
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f-\u009f]/;

/** Whether an address contains control characters; surrounding ones do not count. */
export function hasControlCharacters(address: string): boolean {
  return CONTROL_CHARACTER.test(address.trim());
}
