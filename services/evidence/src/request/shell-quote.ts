const SAFE = /^[\w@%+=:,./-]+$/;
/** A placeholder to fill in. */
const PLACEHOLDER = /^<[A-Z-]+>$/;

/** Quotes arguments for a POSIX shell, on one line. */
export function shellQuote(argv: readonly string[]): string {
  return argv.map(quoted).join(' ');
}

function quoted(argument: string): string {
  if (SAFE.test(argument) || PLACEHOLDER.test(argument)) return argument;
  return `'${argument.replaceAll("'", String.raw`'\''`)}'`;
}
