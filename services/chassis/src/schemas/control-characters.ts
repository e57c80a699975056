// URL parsers silently drop tabs and line breaks, so an address with control characters differs from the text shown.
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f-\u009f]/;

/** Whether an address contains control characters; surrounding ones do not count. */
export function hasControlCharacters(address: string): boolean {
  return CONTROL_CHARACTER.test(address.trim());
}
